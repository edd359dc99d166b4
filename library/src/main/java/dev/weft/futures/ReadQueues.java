package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The queues that operations read, each of which takes the completions of one endpoint only. */
final class ReadQueues {
  /** Forgets the queues of operations that were never closed. */
  private static final Set<CompletionQueue> QUEUES = Collections.newSetFromMap(new WeakHashMap<>());

  private ReadQueues() {}

  /** Throws if other operations read the queue. */
  static synchronized void add(CompletionQueue queue) {
    if (!QUEUES.add(queue)) {
      throw new IllegalArgumentException(
          "queue="
              + queue
              + " is read by other operations, allowed: a queue that no operations read; close"
              + " those first");
    }
  }

  static synchronized void remove(CompletionQueue queue) {
    QUEUES.remove(queue);
  }
}
