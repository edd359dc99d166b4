package dev.weft.verbs;

/**
 * The completion event handler of the InfiniBand architecture: runs when a completion arrives at a
 * queue whose notification was requested (VH-02).
 */
@FunctionalInterface
public interface CompletionEventHandler {

  /**
   * A completion of the requested type has arrived. Runs on a thread of the device with no lock
   * held: polling, requesting again and posting are allowed. Runs for one queue do not overlap.
   *
   * @param context the open device
   * @param queue the queue, which holds the completion already
   */
  void completed(VerbsContext context, CompletionQueue queue);
}
