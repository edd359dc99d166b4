package dev.weft.nic.queuepair;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * Writes the requests of a reliable datagram queue pair, each behind an envelope that says from
 * whom and to whom. For who is inside.
 */
final class EnvelopeWriter extends RequestWriter {
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

  /** The requests that follow go through the context of these attributes. */
  void through(Attributes context) {
    carrier = context;
  }

  @Override
  long write(Link link, long index, long offset) {
    return offset > 0 || envelope(link, index) ? super.write(link, index, offset) : FULL;
  }

  /** Once more, where the message itself finds no room: it only repeats what it said. */
  private boolean envelope(Link link, long index) {
    long to = queue.remoteQueuePair(index) & SequenceNumbers.MASK;
    long way = to << TO_SHIFT | (long) machine.number() << FROM_SHIFT | carrier.path.sourceLid();
    long tag = PacketFormat.tag(queue.queueKey(index, machine.attributes), queue.number(index));
    return write(link, carrier.path.serviceLevel(), tag, way);
  }

  /** Tells that messages below a number were given up; false where there is no room. */
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

  /** Whether there is no message behind it: those before it were given up. */
  static boolean isEnd(long way) {
    return way == 0;
  }

  /** To which queue pair. */
  static int to(long way) {
    return (int) (way >>> TO_SHIFT) & SequenceNumbers.MASK;
  }

  /** From which queue pair. */
  static int from(long way) {
    return (int) (way >>> FROM_SHIFT) & SequenceNumbers.MASK;
  }

  /** From which port. */
  static int sourceLid(long way) {
    return (int) way & LID_MASK;
  }
}
