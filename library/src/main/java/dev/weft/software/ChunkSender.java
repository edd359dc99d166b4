package dev.weft.software;

import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;

/**
 * Writes the payloads that peers without reach of this side's memory have asked for, in chunks and
 * as there is room: one chunk of each payload in turn, so that they share their rings.
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

  private final Chain<Payload> active = new Chain<>();
  private volatile boolean sending;

  /** Begins to write what a peer has asked for. */
  void add(Payload payload) {
    active.addLast(payload);
    sending = true;
  }

  private void remove(Payload payload) {
    active.remove(payload);
    sending = !active.isEmpty();
    payload.ended();
  }

  /** Writes no more to a peer. */
  void peerLeft(Link link) {
    Payload payload = active.first();
    while (payload != null) {
      Payload next = payload.next;
      if (payload.link.equals(link)) {
        remove(payload);
      }
      payload = next;
    }
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
    Payload payload = active.first();
    while (payload != null) {
      Payload next = payload.next;
      wrote |= writeOrWantRoom(payload);
      payload = next;
    }
    return wrote;
  }

  private boolean writeOrWantRoom(Payload payload) {
    if (write(payload)) {
      return true;
    }
    payload.link.out().wantRoom();
    return write(payload);
  }

  private boolean write(Payload payload) {
    FrameWriter out = payload.link.out();
    long size = Math.min(payload.wanted - payload.written, out.maximumPayload() / 2);
    long frame = out.claimLeaving(size, out.maximumPayload());
    if (frame == FrameWriter.FULL) {
      return false;
    }
    long at = FrameWriter.payload(frame);
    int error = payload.gather(payload.written, out.memory(), at, size);
    if (error == 0) {
      publish(payload, frame, size);
    } else {
      publishLoss(payload, error);
    }
    if (payload.written == payload.wanted) {
      remove(payload);
    }
    return true;
  }

  private static void publish(Payload payload, long frame, long size) {
    Link link = payload.link;
    link.out().publish(frame, size, Frames.CHUNK, 0, 0, payload.transfer, payload.written);
    link.ring();
    payload.written += size;
  }

  /** There is room, because a longer frame was claimed before. */
  private static void publishLoss(Payload payload, int error) {
    Link link = payload.link;
    long frame = link.out().claim(0);
    link.out().publish(frame, 0, Frames.END, 0, error, payload.transfer, 0);
    link.ring();
    payload.written = payload.wanted;
  }
}
