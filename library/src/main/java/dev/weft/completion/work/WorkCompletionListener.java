package dev.weft.completion.work;

/**
 * Receives the events of a {@link WorkCompletionQueue}. Called by the thread that completed a work
 * request, after the completion can be read, with no lock of the queue held; must not throw.
 */
public interface WorkCompletionListener {
  /** A completion has arrived that the queue was armed for. */
  void completionEvent();

  /** A completion was lost. Called once per queue, and never if overruns are ignored. */
  void overrun();

  /** An event is held back: call {@link WorkCompletionQueue#releaseEvent} after this time. */
  void eventHeldBack(long nanos);
}
