package dev.weft.software;

import dev.weft.completion.CompletionFailure;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;

/**
 * The sending half of an endpoint. A short message goes into the ring whole and is complete at
 * once; a long one is announced, and complete when the receiver has pulled it out of the sender's
 * buffers; a message whose sender wants to know of its arrival is complete when that is
 * acknowledged.
 *
 * <p>Used by one thread at a time, but for what {@link dev.weft.wire.DirectPeer} allows.
 */
final class Transmitter {
  private final long eagerLimit;
  private final boolean reliable;
  private final CompletionTarget completions;
  private final ControlFrames control;
  private final ChunkSender chunks = new ChunkSender();
  private final PendingSend[] pending;
  private final int[] freeHandles;
  private int freeCount;

  Transmitter(
      MachineLimits limits, boolean reliable, CompletionTarget completions, ControlFrames control) {
    this.control = control;
    this.eagerLimit = limits.eagerLimit();
    this.reliable = reliable;
    this.completions = completions;
    this.pending = new PendingSend[limits.sends()];
    this.freeHandles = new int[limits.sends()];
    for (int handle = limits.sends() - 1; handle >= 0; handle--) {
      pending[handle] = new PendingSend(handle, limits.buffers());
      freeHandles[freeCount++] = handle;
    }
  }

  /** Accepts the work (0), or does not and leaves no trace of it (a negative error number). */
  int send(SendWork work) {
    if (work.link == null) {
      return reliable ? fail(work, ErrorNumbers.UNREACHABLE) : sendNowhere(work);
    }
    boolean announce = work.buffers.length() > eagerLimit;
    if (announce || work.completion != SendWork.Completion.TRANSMITTED) {
      return sendAwaiting(work, announce);
    }
    if (work.signaled && !completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    if (!write(work, Frames.MESSAGE, 0) && reliable) {
      if (work.signaled) {
        completions.release();
      }
      return -ErrorNumbers.AGAIN;
    }
    if (work.signaled) {
      completions.sent(work.context, work.completionFlags);
    } else {
      completions.count();
    }
    return ErrorNumbers.ACCEPTED;
  }

  private int sendAwaiting(SendWork work, boolean announce) {
    if (freeCount == 0 || !completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    PendingSend send = pending[freeHandles[freeCount - 1]];
    send.describeAs(work, announce);
    if (!write(work, announce ? Frames.ANNOUNCEMENT : Frames.MESSAGE, send.handle)) {
      send.inUse = false;
      completions.release();
      return -ErrorNumbers.AGAIN;
    }
    freeCount--;
    return ErrorNumbers.ACCEPTED;
  }

  private boolean write(SendWork work, int kind, int handle) {
    FrameWriter out = work.link.out();
    long length = work.buffers.length();
    long payload = kind == Frames.ANNOUNCEMENT ? Long.BYTES : length;
    long frame = out.claim(payload);
    if (frame == FrameWriter.FULL) {
      if (out.isCheated()) {
        work.link.breakOff();
      }
      return false;
    }
    if (kind == Frames.ANNOUNCEMENT) {
      out.setWord(frame, 0, length);
    } else if (!gather(work.buffers, out, frame)) {
      return false;
    }
    out.publish(frame, payload, kind, work.frameFlags(), handle, work.tag, work.data);
    work.link.ring();
    return true;
  }

  /** False where a buffer was closed since it was checked; the next attempt will say so. */
  private static boolean gather(BufferList buffers, FrameWriter out, long frame) {
    try {
      buffers.gather(out, frame);
      return true;
    } catch (IllegalStateException closedMeanwhile) {
      return false;
    }
  }

  private int fail(SendWork work, int error) {
    if (work.failAtOnce) {
      return -error;
    }
    if (!completions.reserve()) {
      return -ErrorNumbers.AGAIN;
    }
    completions.failed(CompletionFailure.of(work.context, work.completionFlags, error).build());
    return ErrorNumbers.ACCEPTED;
  }

  private int sendNowhere(SendWork work) {
    if (!work.signaled) {
      completions.count();
    } else if (completions.reserve()) {
      completions.sent(work.context, work.completionFlags);
    } else {
      return -ErrorNumbers.AGAIN;
    }
    return ErrorNumbers.ACCEPTED;
  }

  /** What writes the payloads that receivers ask for. */
  ChunkSender chunks() {
    return chunks;
  }

  /**
   * The receiver is done with a message; false where it was not given this one.
   *
   * @param lost whether a buffer, its or ours, was closed before all was copied
   */
  boolean acknowledged(Link link, int handle, boolean lost) {
    PendingSend send = find(link, handle);
    if (send == null || send.isSending()) {
      return false;
    }
    if (send.isWithdrawn()) {
      control.forgetWithdrawal(link, handle);
    } else if (lost && !send.buffers.areAlive()) {
      fail(send, ErrorNumbers.BAD_ADDRESS);
    } else if (send.signaled) {
      completions.sent(send.context, send.completionFlags);
    } else {
      completions.unsignaled();
    }
    free(send);
    return true;
  }

  /**
   * The receiver asks for the first {@code length} bytes of a message; false where it may not. One
   * that was taken back meanwhile is not sent: the receiver will hear of that.
   */
  boolean pulled(Link link, int handle, long transfer, long length) {
    PendingSend send = find(link, handle);
    if (send == null || length < 1 || length > send.buffers.length()) {
      return false;
    }
    if (send.isWithdrawn()) {
      return true;
    }
    boolean begun = send.beginChunks(transfer, length);
    if (begun) {
      chunks.add(send);
    }
    return begun;
  }

  private PendingSend find(Link link, int handle) {
    PendingSend send = handle < pending.length ? pending[handle] : null;
    return send != null && send.inUse && send.link.equals(link) ? send : null;
  }

  /** Fails what the peer can no longer acknowledge. */
  void peerLeft(Link link) {
    giveUp(link, ErrorNumbers.PEER_LEFT);
  }

  /** Fails what is under way to a peer; on return it touches the buffers no more. */
  void giveUp(Link link, int error) {
    for (PendingSend send : pending) {
      if (send.inUse && send.link.equals(link)) {
        if (!send.isWithdrawn()) {
          send.withdraw();
          fail(send, error);
        }
        if (send.isSending()) {
          chunks.remove(send);
        }
        free(send);
      }
    }
  }

  /** Gives up one announced send with this context; false where there is none. */
  boolean cancel(long context) {
    for (PendingSend send : pending) {
      if (send.inUse && send.context == context && !send.isWithdrawn() && send.withdraw()) {
        fail(send, ErrorNumbers.CANCELED);
        control.withdraw(send.link, send.handle);
        return true;
      }
    }
    return false;
  }

  /** Takes back everything; on return no receiver touches the buffers any more. */
  void close() {
    for (PendingSend send : pending) {
      if (send.inUse && !send.isWithdrawn()) {
        send.withdraw();
        completions.release();
      }
    }
  }

  boolean beginPull(int handle) {
    return pending[handle].beginPull();
  }

  void pull(int handle, long offset, MemorySegment destination, long at, long length) {
    pending[handle].buffers.gather(offset, destination, at, length);
  }

  void endPull(int handle) {
    pending[handle].endPull();
  }

  private void fail(PendingSend send, int error) {
    completions.failed(CompletionFailure.of(send.context, send.completionFlags, error).build());
  }

  private void free(PendingSend send) {
    send.inUse = false;
    freeHandles[freeCount++] = send.handle;
  }
}
