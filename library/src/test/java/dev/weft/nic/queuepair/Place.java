package dev.weft.nic.queuepair;

import java.util.List;

/** One frame of a valid conversation, and what the others say of it. */
record Place(Service service, List<RawFrame> frames, int index) {

  /** No conversation makes a queue pair send so many requests. */
  private static final int MOST_ASKED = 1000;

  RawFrame frame() {
    return frames.get(index);
  }

  boolean isRequest() {
    return frame().kind() <= PacketFormat.LAST_REQUEST;
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
      case PacketFormat.WRITE -> frame().header();
      case PacketFormat.READ -> PacketFormat.REMOTE_HEADER;
      case PacketFormat.ATOMIC_WRITE -> PacketFormat.REMOTE_HEADER + Long.BYTES;
      case PacketFormat.COMPARE_AND_SWAP, PacketFormat.FETCH_AND_ADD, PacketFormat.FLUSH ->
          PacketFormat.ATOMIC_HEADER;
      default -> 0;
    };
  }

  /** The number of a request that the queue pair has not sent, as of many after it. */
  int neverSent() {
    return service == Service.RELIABLE_DATAGRAM ? Carrier.FIRST : MOST_ASKED;
  }
}
