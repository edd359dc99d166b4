package dev.weft.software;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * Writes the payloads that receivers without reach of this side's memory have asked for, in chunks
 * and as there is room: one chunk of each payload in turn, so that they share their rings.
 *
 * <pre>
 *   sender                              receiver
 *     |--- ANNOUNCEMENT length ----------->|  matched, at once or later
 *     |<-- PULL transfer, length ----------|
 *     |--- CHUNK transfer, offset, bytes ->|  copied to its place
 *     |--- CHUNK ...  -------------------->|
 *     |<-- ACKNOWLEDGEMENT ----------------|  both complete
 * </pre>
 */
final class ChunkSender {
  /** Passes over all payloads in one call of {@link #advance} at most. */
  private static final int PASSES = 64;

  private final Chain<PendingSend> active = new Chain<>();
  private volatile boolean sending;

  /** Begins to write what a receiver has asked for. */
  void add(PendingSend send) {
    active.addLast(send);
    sending = true;
  }

  /** Writes no more of this payload. */
  void remove(PendingSend send) {
    active.remove(send);
    sending = !active.isEmpty();
  }

  /** Whether {@link #advance} has anything to do; any thread may ask. */
  boolean isSending() {
    return sending;
  }

  /** Writes what there is room for; true where it ended with room left, and should go on soon. */
  boolean advance() {
    boolean wrote = true;
    for (int pass = 0; wrote && pass < PASSES; pass++) {
      wrote = writeOneOfEach();
    }
    return wrote;
  }

  private boolean writeOneOfEach() {
    boolean wrote = false;
    PendingSend send = active.first();
    while (send != null) {
      PendingSend next = send.next;
      wrote |= writeOrWantRoom(send);
      send = next;
    }
    return wrote;
  }

  private boolean writeOrWantRoom(PendingSend send) {
    if (write(send)) {
      return true;
    }
    send.link.out().wantRoom();
    return write(send);
  }

  private boolean write(PendingSend send) {
    FrameWriter out = send.link.out();
    long size = Math.min(send.wanted - send.written, out.maximumPayload() / 2);
    long frame = out.claimLeaving(size, out.maximumPayload());
    if (frame == FrameWriter.FULL) {
      return false;
    }
    try {
      send.buffers.gather(send.written, out.memory(), FrameWriter.payload(frame), size);
      publish(send, frame, size, 0);
    } catch (IllegalStateException closedMeanwhile) {
      publishLost(send);
    }
    if (!send.isSending()) {
      remove(send);
    }
    return true;
  }

  private static void publish(PendingSend send, long frame, long size, int flags) {
    Link link = send.link;
    link.out().publish(frame, size, Frames.CHUNK, flags, send.handle, send.transfer, send.written);
    send.written += size;
    link.ring();
  }

  /** There is room, because a longer frame was claimed before. */
  private static void publishLost(PendingSend send) {
    publish(send, send.link.out().claim(0), 0, Frames.LOST);
    send.written = send.wanted;
  }
}
