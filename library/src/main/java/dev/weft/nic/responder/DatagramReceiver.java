package dev.weft.nic.responder;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.BufferTable;
import dev.weft.nic.workqueue.LocalQueuePair;
import dev.weft.nic.workqueue.ReceiveQueue;

/**
 * The responder of a datagram queue pair. It receives messages with the right Q_Key for which a
 * receive is posted, behind 40 bytes for a route header, and drops all others.
 *
 * <pre>
 *   data of a frame   63           32 31        16 15         8 7         0
 *                     +--------------+------------+------------+-----------+
 *                     | immediate    | source LID | service    | path bits |
 *                     |              |            | level      |           |
 *                     +--------------+------------+------------+-----------+
 * </pre>
 *
 * <p>The caller holds the machine's lock.
 */
public final class DatagramReceiver implements ReceiveProtocol {
  private static final int LID_SHIFT = 16;
  private static final int LEVEL_SHIFT = 8;
  private static final int LID_MASK = 0xffff;
  private static final int BYTE_MASK = 0xff;

  private final LocalQueuePair queuePair;
  private final ReceiveQueue receives;
  private final BufferTable memory;

  public DatagramReceiver(LocalQueuePair queuePair, ReceiveQueue receives, BufferTable memory) {
    this.queuePair = queuePair;
    this.receives = receives;
    this.memory = memory;
  }

  public static long way(int immediate, Destination destination) {
    return (long) immediate << 32
        | (long) (destination.sourceLid() & LID_MASK) << LID_SHIFT
        | (long) (destination.serviceLevel() & BYTE_MASK) << LEVEL_SHIFT
        | (destination.pathBits() & BYTE_MASK);
  }

  @Override
  public void clear() {
    receives.clear();
  }

  @Override
  public boolean accept(IncomingFrame frame) {
    if (frame.kind() != PacketFormat.DATAGRAM) {
      return frame.kind() < PacketFormat.DATAGRAM; // from a connected queue pair: ignore
    }
    boolean routeHeader = frame.has(PacketFormat.HAS_ROUTE_HEADER);
    long size = frame.payloadLength() - (routeHeader ? Destination.ROUTE_HEADER : 0);
    if (size < 0 || size > PacketFormat.MAX_DATAGRAM) {
      return false;
    }
    boolean mine = frame.immediateOrKey() == queuePair.attributes.queueKey;
    if (mine && receives.hold()) {
      receive(frame, size);
    }
    return true;
  }

  private void receive(IncomingFrame frame, long size) {
    long skip = frame.has(PacketFormat.HAS_ROUTE_HEADER) ? 0 : Destination.ROUTE_HEADER;
    int status = WcStatus.SUCCESS;
    if (receives.room() < Destination.ROUTE_HEADER + size) {
      status = WcStatus.LOCAL_LENGTH;
    } else if (!receives.scatter(memory, skip, frame.payload(), 0, frame.payloadLength())) {
      status = memory.failure();
    }
    WorkCompletion completion = receives.describe(Operation.RECEIVED, status);
    if (status == WcStatus.SUCCESS) {
      describe(completion, frame, size);
    }
    if (!receives.complete()) {
      queuePair.overrun();
    } else if (status != WcStatus.SUCCESS) {
      queuePair.enterError(WcStatus.FLUSHED);
    }
  }

  private void describe(WorkCompletion completion, IncomingFrame frame, long size) {
    long way = frame.data();
    completion.byteLength = (int) (Destination.ROUTE_HEADER + size);
    completion.sourceQueuePair = frame.number();
    completion.origin =
        WorkCompletion.origin(
            queuePair.type() == TransportType.GSI ? frame.handle() : 0,
            (int) (way >>> LID_SHIFT),
            (int) (way >>> LEVEL_SHIFT),
            (int) way);
    if (frame.has(PacketFormat.HAS_IMMEDIATE)) {
      completion.immediateOrKey = (int) (way >>> 32);
      completion.flags |= WorkFlags.HAS_IMMEDIATE;
    }
    completion.flags |= frame.has(PacketFormat.HAS_ROUTE_HEADER) ? WorkFlags.HAS_ROUTE_HEADER : 0;
    completion.solicited = frame.has(PacketFormat.SOLICITED);
  }
}
