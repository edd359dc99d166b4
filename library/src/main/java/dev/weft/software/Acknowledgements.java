package dev.weft.software;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Tells senders that their messages are taken. One that finds its ring full is owed, and written as
 * soon as there is room; the reader of the ring wakes us then.
 */
final class Acknowledgements {
  private record Owed(Link link, int handle) {}

  private final Queue<Owed> owed = new ArrayDeque<>();
  private volatile boolean owing;

  void send(Link link, int handle) {
    if (!writeOrWantRoom(link, handle)) {
      owed.add(new Owed(link, handle));
      owing = true;
    }
  }

  /** Whether {@link #retry} has anything to do; any thread may ask. */
  boolean isOwing() {
    return owing;
  }

  void retry() {
    owed.removeIf(each -> each.link.isClosed() || writeOrWantRoom(each.link, each.handle));
    owing = !owed.isEmpty();
  }

  private static boolean writeOrWantRoom(Link link, int handle) {
    if (write(link, handle)) {
      return true;
    }
    link.out().wantRoom();
    return write(link, handle);
  }

  private static boolean write(Link link, int handle) {
    FrameWriter out = link.out();
    long frame = out.claim(0);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    out.publish(frame, 0, Frames.ACKNOWLEDGEMENT, 0, handle, 0, 0);
    link.ring();
    return true;
  }
}
