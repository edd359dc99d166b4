package dev.weft.nic.transfer;

import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.Failures;
import dev.weft.nic.message.MachineLimits;
import dev.weft.wire.Link;
import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;

/**
 * The sends and writes that wait for their acknowledgement, by handle. Each completes here.
 *
 * <p>Used by one thread at a time, except as {@link dev.weft.wire.DirectPeer} allows.
 */
public final class PendingSends {
  private final ControlQueue control;
  private final ChunkSender chunks;
  private final PendingSend[] pending;
  private final int[] freeHandles;
  private int freeCount;

  /** How many of the pending ones are writes. */
  private int writes;

  public PendingSends(MachineLimits limits, ControlQueue control, ChunkSender chunks) {
    this.control = control;
    this.chunks = chunks;
    this.pending = new PendingSend[limits.sends()];
    this.freeHandles = new int[limits.sends()];
    for (int handle = limits.sends() - 1; handle >= 0; handle--) {
      pending[handle] = new PendingSend(handle, limits.buffers());
      freeHandles[freeCount++] = handle;
    }
  }

  /** A free entry to fill in and to {@link #take}, or null if the limit is reached. */
  public PendingSend next() {
    return freeCount == 0 ? null : pending[freeHandles[freeCount - 1]];
  }

  /** Adds {@link #next} to the pending ones. */
  public void take() {
    writes += next().isWrite ? 1 : 0;
    freeCount--;
  }

  /** Returns {@link #next} unused. */
  static void putBack(PendingSend send) {
    send.inUse = false;
    send.completions.release();
  }

  private void free(PendingSend send) {
    send.inUse = false;
    writes -= send.isWrite ? 1 : 0;
    freeHandles[freeCount++] = send.handle;
  }

  private PendingSend find(Link link, int handle) {
    PendingSend send = handle < pending.length ? pending[handle] : null;
    return send != null && send.inUse && send.link.equals(link) ? send : null;
  }

  /**
   * The peer acknowledges a message or a write; false if it was not sent to this peer.
   *
   * @param error how it failed, or 0; a receiver does not know which side's buffers were closed
   */
  public boolean acknowledged(Link link, int handle, int error) {
    PendingSend send = find(link, handle);
    if (send == null || send.isSending()) {
      return false;
    }
    if (send.isWithdrawn()) {
      control.forgetWithdrawal(link, handle);
    } else if (error != 0 && (send.isWrite || !send.buffers.isAccessible())) {
      fail(send, error);
    } else if (send.wasReadClosed()) {
      fail(send, ErrorNumbers.BAD_ADDRESS);
    } else {
      send.completions.succeeded(
          send.signaled, send.context, send.completionFlags, send.buffers.length());
    }
    free(send);
    return true;
  }

  /**
   * The peer requests the first {@code length} bytes; false if it may not. A withdrawn message is
   * not sent: its CANCEL follows.
   *
   * @param readsMemory whether the peer can read this process
   */
  public boolean pulled(Link link, int handle, long transfer, long length, boolean readsMemory) {
    PendingSend send = find(link, handle);
    if (send == null || length < 1 || length > send.buffers.length()) {
      return false;
    }
    if (send.isWithdrawn()) {
      return true;
    }
    boolean begun = send.beginChunks(transfer, length, readsMemory);
    if (begun) {
      chunks.add(send);
    }
    return begun;
  }

  /**
   * Fails all operations to a peer; on return it accesses no buffer any more. If it throws, call it
   * again: the rest is still pending.
   */
  public void failAll(Link link, int error) {
    chunks.peerLeft(link);
    for (PendingSend send : pending) {
      if (send.inUse && send.link.equals(link)) {
        if (!send.isWithdrawn()) {
          send.endOffer();
          fail(send, error);
        }
        free(send);
      }
    }
  }

  /** Whether all operations to a peer are complete. */
  public boolean isIdle(Link link) {
    return !any(link, send -> !send.isWithdrawn());
  }

  /** Whether a write to a peer is under way. */
  public boolean isWriting(Link link) {
    return writes > 0 && any(link, send -> send.isWrite);
  }

  /** Whether bytes of a write to a peer are not in its ring yet. */
  public boolean hasUnsentWrite(Link link) {
    return writes > 0 && any(link, send -> send.isWrite && send.isUnsent());
  }

  private boolean any(Link link, Predicate<PendingSend> condition) {
    for (PendingSend send : pending) {
      if (send.inUse && send.link.equals(link) && condition.test(send)) {
        return true;
      }
    }
    return false;
  }

  /** Cancels one announced send with this context; false if there is none. */
  public boolean cancel(long context) {
    for (PendingSend send : pending) {
      if (send.inUse && send.context == context && send.isCancelable() && send.withdraw()) {
        fail(send, ErrorNumbers.CANCELED);
        control.withdraw(send.link, send.handle);
        return true;
      }
    }
    return false;
  }

  /** Withdraws all sends; on return no receiver accesses the buffers any more. */
  public void close() {
    for (PendingSend send : pending) {
      if (send.inUse && !send.isWithdrawn()) {
        send.withdraw();
        send.completions.release();
      }
    }
  }

  public boolean beginPull(int handle) {
    return handle < pending.length && pending[handle].beginPull();
  }

  public void pull(int handle, long offset, MemorySegment destination, long at, long length) {
    pending[handle].buffers.gather(offset, destination, at, length);
  }

  public void endPull(int handle) {
    pending[handle].endPull();
  }

  public void cancelPull(int handle) {
    pending[handle].cancelPull();
  }

  private static void fail(PendingSend send, int error) {
    send.completions.failed(Failures.of(send.context, send.completionFlags, error).build());
  }
}
