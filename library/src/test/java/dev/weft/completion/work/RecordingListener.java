package dev.weft.completion.work;

import java.util.ArrayList;
import java.util.List;

/** Counts the calls of a queue, and polls the queue within a call. */
final class RecordingListener implements WorkCompletionListener {
  final List<String> heard = new ArrayList<>();
  WorkCompletionQueue queue;

  @Override
  public synchronized void completionEvent() {
    heard.add(queue != null && queue.isEmpty() ? "event of an empty queue" : "event");
  }

  @Override
  public synchronized void overrun() {
    heard.add("overrun");
  }

  @Override
  public synchronized void eventHeldBack(long nanos) {
    heard.add("held back " + nanos);
  }

  synchronized List<String> take() {
    List<String> all = List.copyOf(heard);
    heard.clear();
    return all;
  }
}
