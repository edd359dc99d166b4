package dev.weft.nic.queuepair;

import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.responder.DatagramReceiver;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * The requester of a datagram queue pair. It sends each message whole to the destination in its
 * request, and completes the request when the frame is written, or lost because the peer's ring has
 * been full for too long. The caller holds the machine's lock.
 */
final class DatagramSender extends DrainableSender {
  private final QueuePairMachine machine;
  private final SendQueue queue;
  private final BufferTable memory;

  DatagramSender(QueuePairMachine machine, SendQueue queue, BufferTable memory) {
    this.machine = machine;
    this.queue = queue;
    this.memory = memory;
  }

  @Override
  public void clear() {
    queue.clear();
    super.clear();
  }

  @Override
  public boolean isDrained() {
    return true;
  }

  @Override
  public void pump() {
    while (!isDraining() && !queue.isEmpty() && sendOldest()) {
      // send the next one
    }
  }

  private boolean sendOldest() {
    long index = queue.done;
    if (queue.length(index) > PacketFormat.MAX_DATAGRAM) {
      return refuse(WcStatus.LOCAL_LENGTH);
    }
    if (!queue.allows(index, memory, false)) {
      return refuse(WcStatus.LOCAL_PROTECTION);
    }
    Destination destination = queue.destination(index);
    Link link = destination.reachable() ? machine.peers().link(queue.remoteQueuePair(index)) : null;
    if (link != null && !write(link, index, destination)) {
      return false;
    }
    if (!queue.complete(WcStatus.SUCCESS)) {
      machine.overrun();
      return false;
    }
    return true;
  }

  private boolean refuse(int status) {
    machine.fail(status);
    return false;
  }

  private boolean write(Link link, long index, Destination destination) {
    long skip = destination.routeHeader() == null ? 0 : Destination.ROUTE_HEADER;
    long payload = skip + queue.length(index);
    long frame = RequestWriter.claim(link, payload);
    boolean full = frame == FrameWriter.FULL;
    boolean late = machine.headOfQueue.isOver(link, full);
    if (full) {
      return late || link.isClosed(); // lost
    }
    FrameWriter out = link.out();
    if (skip != 0) {
      out.put(frame, destination.routeHeader(), 0, skip);
      out.setWord(frame, 0, destination.firstWord(queue.length(index), hasImmediate(index)));
    }
    if (!queue.gather(index, memory, 0, out, frame + skip, queue.length(index))) {
      return refuse(memory.failure());
    }
    out.publish(
        frame,
        payload,
        PacketFormat.DATAGRAM,
        flags(index, skip != 0),
        machine.attributes.partitionKeyIndex,
        PacketFormat.tag(queue.queueKey(index, machine.attributes), machine.number()),
        DatagramReceiver.way(queue.immediateOrKey(index), destination));
    machine.ringLater(link);
    return true;
  }

  private int flags(long index, boolean routeHeader) {
    int flags = PacketFormat.ONLY;
    flags |= queue.has(index, WorkFlags.SOLICITED) ? PacketFormat.SOLICITED : 0;
    flags |= hasImmediate(index) ? PacketFormat.HAS_IMMEDIATE : 0;
    return flags | (routeHeader ? PacketFormat.HAS_ROUTE_HEADER : 0);
  }

  private boolean hasImmediate(long index) {
    return queue.opcode(index) == Operation.SEND_WITH_IMMEDIATE;
  }

  @Override
  public boolean flush(int culprit) {
    return queue.flush(culprit);
  }
}
