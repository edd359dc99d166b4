package dev.weft.nic.reliabledatagram;

import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.RequestWriter;
import dev.weft.nic.workqueue.SendQueue;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * Writes the requests of a reliable datagram queue pair, each behind an envelope with source and
 * destination. The caller holds the lock.
 */
public final class EnvelopeWriter extends RequestWriter {
  private static final int TO_SHIFT = 40;
  private static final int FROM_SHIFT = 16;
  private static final int LID_MASK = 0xffff;

  private final QueuePairMachine machine;

  /** The attributes of the context that carries the request. */
  private Attributes carrier;

  EnvelopeWriter(QueuePairMachine machine, SendQueue queue, BufferTable memory) {
    super(queue, memory, true);
    this.machine = machine;
  }

  /** Sets the context that carries the following requests. */
  void through(Attributes context) {
    carrier = context;
  }

  @Override
  public long write(Link link, long index, long offset) {
    return offset > 0 || envelope(link, index) ? super.write(link, index, offset) : FULL;
  }

  /** Writes an envelope. Writing it again, because the message found no room, does no harm. */
  private boolean envelope(Link link, long index) {
    long to = queue.remoteQueuePair(index) & SequenceNumbers.MASK;
    long way = to << TO_SHIFT | (long) machine.number() << FROM_SHIFT | carrier.path.sourceLid();
    long tag = PacketFormat.tag(queue.queueKey(index, machine.attributes), queue.number(index));
    return write(link, carrier.path.serviceLevel(), tag, way);
  }

  /** Notifies the peer that messages below a number were cancelled; false if the ring is full. */
  static boolean writeEnd(Link link, int number) {
    return write(link, 0, number, 0);
  }

  private static boolean write(Link link, int serviceLevel, long tag, long way) {
    long frame = claim(link, 0);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    link.out().publish(frame, 0, PacketFormat.ENVELOPE, PacketFormat.ONLY, serviceLevel, tag, way);
    return true;
  }

  /** Whether no message follows: those before the number were cancelled. */
  static boolean isEnd(long way) {
    return way == 0;
  }

  /** Number of the destination queue pair. */
  static int to(long way) {
    return (int) (way >>> TO_SHIFT) & SequenceNumbers.MASK;
  }

  /** Number of the source queue pair. */
  static int from(long way) {
    return (int) (way >>> FROM_SHIFT) & SequenceNumbers.MASK;
  }

  /** LID of the source port. */
  static int sourceLid(long way) {
    return (int) way & LID_MASK;
  }
}
