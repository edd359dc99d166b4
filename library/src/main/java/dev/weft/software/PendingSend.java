package dev.weft.software;

import dev.weft.wire.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A send that waits for its acknowledgement. Where its payload was only announced, the receiver's
 * thread pulls it, and the sender may take the offer back as long as that has not begun:
 *
 * <pre>
 *   OFFERED --beginPull--> PULLING --endPull--> PULLED      (by the receiver's thread)
 *      |
 *      +---beginChunks---> SENT                             (by the sender's, as it is asked)
 *      |
 *      +------withdraw---> WITHDRAWN           (cancelled, or the endpoint closes)
 * </pre>
 */
final class PendingSend extends Chain.Node<PendingSend> {
  private static final int OFFERED = 0;
  private static final int PULLING = 1;
  private static final int PULLED = 2;
  private static final int WITHDRAWN = 3;
  private static final int SENT = 4;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(PendingSend.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final int handle;
  final BufferList buffers;
  Link link;
  long context;
  long completionFlags;
  boolean signaled;
  boolean inUse;

  /** The receiver's name for what it asked for. */
  long transfer;

  /** How many bytes it asked for, and how many of them are written. */
  long wanted;

  long written;
  private int state;

  PendingSend(int handle, int bufferLimit) {
    this.handle = handle;
    this.buffers = new BufferList(bufferLimit);
  }

  void describeAs(SendWork work, boolean announced) {
    buffers.set(work.buffers);
    link = work.link;
    context = work.context;
    completionFlags = work.completionFlags;
    signaled = work.signaled;
    inUse = true;
    STATE.setRelease(this, announced ? OFFERED : PULLED);
  }

  /** Pairs with {@link #endPull} in {@link #withdraw}, which waits for it. */
  boolean beginPull() {
    return STATE.compareAndSet(this, OFFERED, PULLING);
  }

  /** The receiver wants the first {@code length} bytes, and cannot reach them. */
  boolean beginChunks(long forTransfer, long length) {
    transfer = forTransfer;
    wanted = length;
    written = 0;
    return STATE.compareAndSet(this, OFFERED, SENT);
  }

  /** Whether chunks are still to be written. */
  boolean isSending() {
    return (int) STATE.getAcquire(this) == SENT && written < wanted;
  }

  void endPull() {
    STATE.setRelease(this, PULLED);
  }

  boolean isWithdrawn() {
    return (int) STATE.getAcquire(this) == WITHDRAWN;
  }

  /**
   * Takes the offer back; false where the payload is pulled, after waiting for a pull under way.
   */
  boolean withdraw() {
    if (STATE.compareAndSet(this, OFFERED, WITHDRAWN)) {
      return true;
    }
    while ((int) STATE.getAcquire(this) == PULLING) {
      Thread.yield();
    }
    return false;
  }
}
