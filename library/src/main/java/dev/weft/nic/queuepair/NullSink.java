package dev.weft.nic.queuepair;

import dev.weft.completion.WorkCompletion;
import dev.weft.completion.WorkCompletionSink;
import dev.weft.completion.WorkCompletionSource;

/** Where the completions of an end-to-end context go: it has no work queues, and makes none. */
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
