package dev.weft.software.transport;

import java.util.List;

/** One frame of a valid conversation, and what the others say of it. */
record Place(Service service, List<RawFrame> frames, int index) {

  /** No conversation makes a queue pair send so many requests. */
  private static final int MOST_ASKED = 1000;

  RawFrame frame() {
    return frames.get(index);
  }

  boolean isRequest() {
    return frame().kind() <= Packet.LAST_REQUEST;
  }

  /** Bytes of the message, or answer, from the data of this frame on. */
  long rest() {
    return frames.subList(index, frames.size()).stream()
        .filter(each -> each.kind() == frame().kind() && each.number() == frame().number())
        .mapToLong(RawFrame::dataSize)
        .sum();
  }

  /** Bytes without which a frame of this kind cannot be. */
  long headerNeeded() {
    return switch (frame().kind()) {
      case Packet.WRITE -> frame().header();
      case Packet.READ -> Packet.REMOTE_HEADER;
      case Packet.ATOMIC_WRITE -> Packet.REMOTE_HEADER + Long.BYTES;
      case Packet.COMPARE_AND_SWAP, Packet.FETCH_AND_ADD, Packet.FLUSH -> Packet.ATOMIC_HEADER;
      default -> 0;
    };
  }

  /** The number of a request that the queue pair has not sent, as of many after it. */
  int neverSent() {
    return service == Service.RELIABLE_DATAGRAM ? Carrier.FIRST : MOST_ASKED;
  }
}
