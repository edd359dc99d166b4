package dev.weft.nic.transfer;

import dev.weft.nic.message.BufferList;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.RmaWork;
import dev.weft.nic.message.SendWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A send, or a write without direct access, that waits for its acknowledgement. If its payload was
 * only announced, the receiver's thread pulls it. The sender may withdraw the offer until the pull
 * begins:
 *
 * <pre>
 *   OFFERED --beginPull--> PULLING --endPull--> PULLED      (by the receiver's thread)
 *      ^                      |
 *      +------cancelPull------+                             (by the receiver's thread)
 *      |
 *      +---beginChunks---> SENT                             (by the sender's, on request)
 *      |
 *      +------withdraw---> WITHDRAWN           (cancelled, or the endpoint closes)
 *      |
 *      +------endOffer---> PULLED              (the receiver has left)
 * </pre>
 */
public final class PendingSend extends OutboundTransfer {
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

  public final int handle;
  final BufferList buffers;
  long context;
  long completionFlags;
  boolean signaled;
  public boolean inUse;

  /** Whether it writes a peer's memory, which cannot be withdrawn. */
  boolean isWrite;

  /** Whether the receiver reads this process, so that it may have read a closed buffer. */
  private boolean peerReads;

  /** Reports its completion. */
  CompletionReporter completions;

  private int state;

  public PendingSend(int handle, int bufferLimit) {
    this.handle = handle;
    this.buffers = new BufferList(bufferLimit);
  }

  public void describeAs(SendWork work, CompletionReporter target, boolean announced) {
    completionFlags = work.completionFlags;
    describe(work.link, work.context, work.signaled, target);
    buffers.set(work.buffers);
    isWrite = false;
    offer(announced);
  }

  public void describeAs(RmaWork work, CompletionReporter target, boolean announced) {
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
    peerReads = false;
    STATE.setRelease(this, announced ? OFFERED : PULLED);
  }

  /** Starts a pull. {@link #withdraw} waits for its {@link #endPull} or {@link #cancelPull}. */
  public boolean beginPull() {
    return STATE.compareAndSet(this, OFFERED, PULLING);
  }

  /** The receiver requests the first {@code length} bytes, without direct access. */
  boolean beginChunks(long forTransfer, long length, boolean readsMemory) {
    ask(forTransfer, length);
    peerReads = readsMemory;
    return STATE.compareAndSet(this, OFFERED, SENT);
  }

  /** Whether chunks are still to be written. */
  boolean isSending() {
    return (int) STATE.getAcquire(this) == SENT && written < wanted;
  }

  /** Whether bytes that were announced are still to be pulled or written. */
  boolean isUnsent() {
    int now = (int) STATE.getAcquire(this);
    return now == OFFERED || now == PULLING || isSending();
  }

  @Override
  public int gather(long position, MemorySegment destination, long at, long size) {
    try {
      buffers.gather(position, destination, at, size);
      DeferredMmapFault.checkFault();
      return 0;
    } catch (IllegalStateException | WrongThreadException | InternalError gone) {
      return ErrorNumbers.BAD_ADDRESS;
    }
  }

  @Override
  long find(long position, SharedMemory shared, SharedMemory.Location location) {
    return buffers.find(position, shared, peerReads, location);
  }

  /** Whether a buffer was closed that the receiver may have read afterwards. */
  boolean wasReadClosed() {
    return peerReads && buffers.isClosed();
  }

  /** All bytes are written; the acknowledgement is still pending. */
  @Override
  public void ended() {}

  public void endPull() {
    STATE.setRelease(this, PULLED);
  }

  /** Ends a pull whose payload was not copied: the offer stands. */
  void cancelPull() {
    STATE.setRelease(this, OFFERED);
  }

  boolean isWithdrawn() {
    return (int) STATE.getAcquire(this) == WITHDRAWN;
  }

  boolean isCancelable() {
    return !isWrite && !isWithdrawn();
  }

  /** Withdraws the offer; false if the payload was pulled. Waits for a running pull. */
  public boolean withdraw() {
    return take(WITHDRAWN);
  }

  /** The receiver has left: it begins no pull any more. Can be repeated. */
  void endOffer() {
    take(PULLED);
  }

  /** Ends the offer in this state; false if it had ended. Waits for a running pull. */
  private boolean take(int end) {
    int found = (int) STATE.compareAndExchange(this, OFFERED, end);
    while (found == PULLING) {
      Thread.yield();
      found = (int) STATE.compareAndExchange(this, OFFERED, end);
    }
    return found == OFFERED;
  }
}
