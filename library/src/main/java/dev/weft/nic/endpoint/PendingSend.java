package dev.weft.nic.endpoint;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A send, or a write of memory out of reach, that waits for its acknowledgement. Where its payload
 * was only announced, the receiver's thread pulls it, and the sender may take the offer back as
 * long as that has not begun:
 *
 * <pre>
 *   OFFERED --beginPull--> PULLING --endPull--> PULLED      (by the receiver's thread)
 *      |
 *      +---beginChunks---> SENT                             (by the sender's, as it is asked)
 *      |
 *      +------withdraw---> WITHDRAWN           (cancelled, or the endpoint closes)
 * </pre>
 */
final class PendingSend extends OutboundTransfer {
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
  long context;
  long completionFlags;
  boolean signaled;
  boolean inUse;

  /** Whether it writes a peer's memory, which cannot be taken back. */
  boolean isWrite;

  /** Where its completion goes. */
  CompletionReporter completions;

  private int state;

  PendingSend(int handle, int bufferLimit) {
    this.handle = handle;
    this.buffers = new BufferList(bufferLimit);
  }

  void describeAs(SendWork work, CompletionReporter target, boolean announced) {
    completionFlags = work.completionFlags;
    describe(work.link, work.context, work.signaled, target);
    buffers.set(work.buffers);
    isWrite = false;
    offer(announced);
  }

  void describeAs(RmaWork work, CompletionReporter target, boolean announced) {
    completionFlags = work.completionFlags;
    describe(work.link, work.context, work.signaled, target);
    buffers.set(work.buffers);
    isWrite = true;
    offer(announced);
  }

  private void describe(
      Link peer, long forContext, boolean isSignaled, CompletionReporter reporter) {
    link = peer;
    context = forContext;
    signaled = isSignaled;
    completions = reporter;
  }

  private void offer(boolean announced) {
    inUse = true;
    STATE.setRelease(this, announced ? OFFERED : PULLED);
  }

  /** Pairs with {@link #endPull} in {@link #withdraw}, which waits for it. */
  boolean beginPull() {
    return STATE.compareAndSet(this, OFFERED, PULLING);
  }

  /** The receiver wants the first {@code length} bytes, and cannot reach them. */
  boolean beginChunks(long forTransfer, long length) {
    ask(forTransfer, length);
    return STATE.compareAndSet(this, OFFERED, SENT);
  }

  /** Whether chunks are still to be written. */
  boolean isSending() {
    return (int) STATE.getAcquire(this) == SENT && written < wanted;
  }

  @Override
  int gather(long position, MemorySegment destination, long at, long size) {
    try {
      buffers.gather(position, destination, at, size);
      DeferredMmapFault.checkFault();
      return 0;
    } catch (IllegalStateException | WrongThreadException | InternalError gone) {
      return ErrorNumbers.BAD_ADDRESS;
    }
  }

  @Override
  long find(long position, SharedMemory shared, SharedMemory.Place place) {
    return buffers.find(position, shared, place);
  }

  /** The acknowledgement is still to come. */
  @Override
  void ended() {}

  void endPull() {
    STATE.setRelease(this, PULLED);
  }

  boolean isWithdrawn() {
    return (int) STATE.getAcquire(this) == WITHDRAWN;
  }

  boolean isCancelable() {
    return !isWrite && !isWithdrawn();
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
