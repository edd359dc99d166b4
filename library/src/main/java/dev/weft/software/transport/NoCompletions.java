package dev.weft.software.transport;

import dev.weft.completion.WorkCompletion;
import dev.weft.completion.WorkCompletionSink;
import dev.weft.completion.WorkCompletionSource;

/** Where the completions of an end-to-end context go: it has no work queues, and makes none. */
final class NoCompletions implements WorkCompletionSink {
  static final NoCompletions SINK = new NoCompletions();

  private NoCompletions() {}

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
