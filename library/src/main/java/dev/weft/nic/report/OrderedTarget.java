package dev.weft.nic.report;

import dev.weft.completion.CompletionFailure;
import dev.weft.wire.Link;

/**
 * The entry of one operation in a {@link CompletionOrder}: stores its result until all earlier
 * operations are reported. Has no queue of its own.
 */
public final class OrderedTarget extends CompletionReporter {
  private enum End {
    OPEN,
    SUCCEEDED,
    COUNTED,
    FAILED
  }

  private final CompletionOrder order;
  private Link link;
  private CompletionReporter target;
  private End end;
  private boolean signaled;
  private long context;
  private long flags;
  private long bytes;
  private CompletionFailure failure;

  OrderedTarget(CompletionOrder order) {
    super(null, null);
    this.order = order;
  }

  void begin(Link toPeer, CompletionReporter reportTo) {
    link = toPeer;
    target = reportTo;
    end = End.OPEN;
  }

  boolean isTo(Link peer) {
    return link.equals(peer);
  }

  boolean hasEnded() {
    return end != End.OPEN;
  }

  @Override
  public boolean reserve() {
    boolean reserved = target.reserve();
    if (!reserved) {
      order.leave(this);
    }
    return reserved;
  }

  @Override
  public void release() {
    target.release();
    order.leave(this);
    order.report(link);
  }

  @Override
  public void succeeded(boolean isSignaled, long forContext, long withFlags, long moved) {
    signaled = isSignaled;
    context = forContext;
    flags = withFlags;
    bytes = moved;
    end(End.SUCCEEDED);
  }

  @Override
  public void count(long moved) {
    bytes = moved;
    end(End.COUNTED);
  }

  @Override
  public void failed(CompletionFailure reason) {
    failure = reason;
    end(End.FAILED);
  }

  private void end(End how) {
    end = how;
    order.report(link);
  }

  /** Reports the stored result. */
  void report() {
    switch (end) {
      case SUCCEEDED -> target.succeeded(signaled, context, flags, bytes);
      case COUNTED -> target.count(bytes);
      case FAILED -> target.failed(failure);
      case OPEN -> throw new IllegalStateException("the operation has not ended");
    }
  }
}
