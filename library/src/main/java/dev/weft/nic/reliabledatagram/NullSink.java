package dev.weft.nic.reliabledatagram;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionSink;
import dev.weft.completion.work.WorkCompletionSource;

/** The completion sink of an end-to-end context, which has no work queues or completions. */
final class NullSink implements WorkCompletionSink {
  static final NullSink SINK = new NullSink();

  private NullSink() {}

  @Override
  public boolean add(WorkCompletion completion) {
    return true;
  }

  @Override
  public void discard(int queuePair) {}

  @Override
  public void attach(WorkCompletionSource source) {}

  @Override
  public void detach(WorkCompletionSource source) {}
}
