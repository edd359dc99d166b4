package dev.weft.nic.report;

import dev.weft.completion.CompletionCounter;
import dev.weft.completion.CompletionFailure;

/**
 * Reports the completion of a deferred operation. It reserves a queue entry as all operations do.
 */
public final class DeferredTarget extends CompletionReporter {
  private final CompletionReporter usual;
  private final DeferredReport report;

  DeferredTarget(CompletionReporter usual, DeferredReport report) {
    super(usual.queue(), ownCounter(usual, report));
    this.usual = usual;
    this.report = report;
  }

  /** The counter of the operation, unless the endpoint counts the operation with it. */
  private static CompletionCounter ownCounter(CompletionReporter usual, DeferredReport report) {
    CompletionCounter counter = report.counter();
    return report.visible() && usual.counts(counter) ? null : counter;
  }

  @Override
  void sent(long context, long flags) {
    if (report.visible()) {
      usual.sent(context, flags);
    } else {
      release();
    }
  }

  @Override
  public void received(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    if (report.visible()) {
      usual.received(context, flags, length, buffer, data, tag, source);
    } else {
      release();
    }
  }

  @Override
  public void failed(CompletionFailure failure) {
    if (report.visible()) {
      usual.failed(failure);
    } else {
      release();
    }
    countFailure();
  }

  @Override
  public void count(long bytes) {
    if (report.visible()) {
      usual.count(bytes);
    }
    super.count(bytes);
  }
}
