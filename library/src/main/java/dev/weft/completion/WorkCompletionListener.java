package dev.weft.completion;

/**
 * Whom a {@link WorkCompletionQueue} tells what happens to it. Called by the thread that completed
 * a work request, after the completion can be read, with no lock of the queue held; must not throw.
 */
public interface WorkCompletionListener {
  /** The queue was armed, and what it was armed for has come. */
  void completionEvent();

  /** A completion was lost: once in the life of a queue, and never where overruns are ignored. */
  void overrun();

  /**
   * An event is held back: {@link WorkCompletionQueue#releaseEvent} is to be called once this time
   * has passed.
   */
  void eventHeldBack(long nanos);
}
