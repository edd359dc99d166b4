package dev.weft.verbs;

/**
 * The completion event handler of the InfiniBand architecture. Called when a completion arrives at
 * a queue whose notification was requested (VH-02).
 */
@FunctionalInterface
public interface CompletionEventHandler {

  /**
   * Called when a completion of the requested type has arrived. Runs on a thread of the device with
   * no lock held, so it may poll, request notification again and post. Calls for one queue do not
   * overlap.
   *
   * @param context the open device
   * @param queue the queue, which already holds the completion
   */
  void completed(VerbsContext context, CompletionQueue queue);
}
