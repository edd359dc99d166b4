package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;

/**
 * The sends and writes that wait for their acknowledgement, by the handle that peers know them by;
 * each completes here.
 *
 * <p>Used by one thread at a time, but for what {@link dev.weft.wire.DirectPeer} allows.
 */
final class PendingSends {
  private final ControlQueue control;
  private final ChunkSender chunks;
  private final PendingSend[] pending;
  private final int[] freeHandles;
  private int freeCount;

  PendingSends(MachineLimits limits, ControlQueue control, ChunkSender chunks) {
    this.control = control;
    this.chunks = chunks;
    this.pending = new PendingSend[limits.sends()];
    this.freeHandles = new int[limits.sends()];
    for (int handle = limits.sends() - 1; handle >= 0; handle--) {
      pending[handle] = new PendingSend(handle, limits.buffers());
      freeHandles[freeCount++] = handle;
    }
  }

  /** The next to describe and to {@link #take}, or null where as many wait as may. */
  PendingSend next() {
    return freeCount == 0 ? null : pending[freeHandles[freeCount - 1]];
  }

  /** From now on {@link #next} waits for its acknowledgement. */
  void take() {
    freeCount--;
  }

  /** {@link #next} is not taken after all. */
  static void putBack(PendingSend send) {
    send.inUse = false;
    send.completions.release();
  }

  private void free(PendingSend send) {
    send.inUse = false;
    freeHandles[freeCount++] = send.handle;
  }

  private PendingSend find(Link link, int handle) {
    PendingSend send = handle < pending.length ? pending[handle] : null;
    return send != null && send.inUse && send.link.equals(link) ? send : null;
  }

  /**
   * The peer is done with a message or a write; false where it was not given this one.
   *
   * @param error how it failed, or 0; a receiver does not know whose buffers were closed
   */
  boolean acknowledged(Link link, int handle, int error) {
    PendingSend send = find(link, handle);
    if (send == null || send.isSending()) {
      return false;
    }
    if (send.isWithdrawn()) {
      control.forgetWithdrawal(link, handle);
    } else if (error != 0 && (send.isWrite || !send.buffers.isThere())) {
      fail(send, error);
    } else {
      send.completions.succeeded(
          send.signaled, send.context, send.completionFlags, send.buffers.length());
    }
    free(send);
    return true;
  }

  /**
   * The peer asks for the first {@code length} bytes; false where it may not. What was taken back
   * meanwhile is not sent: the peer will hear of that.
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

  /** Fails what is under way to a peer; on return it touches the buffers no more. */
  void giveUp(Link link, int error) {
    chunks.peerLeft(link);
    for (PendingSend send : pending) {
      if (send.inUse && send.link.equals(link)) {
        if (!send.isWithdrawn()) {
          send.withdraw();
          fail(send, error);
        }
        free(send);
      }
    }
  }

  /** Whether everything that was sent to a peer is complete. */
  boolean isIdle(Link link) {
    for (PendingSend send : pending) {
      if (send.inUse && send.link.equals(link) && !send.isWithdrawn()) {
        return false;
      }
    }
    return true;
  }

  /** Gives up one announced send with this context; false where there is none. */
  boolean cancel(long context) {
    for (PendingSend send : pending) {
      if (send.inUse && send.context == context && send.isCancelable() && send.withdraw()) {
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
        send.completions.release();
      }
    }
  }

  boolean beginPull(int handle) {
    return handle < pending.length && pending[handle].beginPull();
  }

  void pull(int handle, long offset, MemorySegment destination, long at, long length) {
    pending[handle].buffers.gather(offset, destination, at, length);
  }

  void endPull(int handle) {
    pending[handle].endPull();
  }

  private static void fail(PendingSend send, int error) {
    send.completions.failed(Failures.of(send.context, send.completionFlags, error).build());
  }
}
