package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.RawFrame;
import java.util.List;

/** One frame of a valid conversation, and facts that follow from the other frames. */
record Place(Service service, List<RawFrame> frames, int index) {

  /** More requests than any conversation makes a queue pair send. */
  private static final int MAX_ASKED = 1000;

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

  /** The minimum size of a frame of this kind. */
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

  /** The number of a request that the queue pair has not sent yet. */
  int neverSent() {
    return service == Service.RELIABLE_DATAGRAM ? Carrier.FIRST : MAX_ASKED;
  }
}
