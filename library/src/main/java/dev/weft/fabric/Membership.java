package dev.weft.fabric;

/**
 * A queue or counter in a {@link CompletionSelector}, from {@link CompletionSelector#join} until it
 * leaves, is closed, or the selector is. Any thread may call any method.
 *
 * @param <A> the type of the attachment
 */
public interface Membership<A> {

  /** The queue or counter. */
  Waitable member();

  /** What was given with it. */
  A attachment();

  /** Whether it has not ended. An action that runs on another thread may still be shown it. */
  boolean isValid();

  /** Ends the membership, at once and also while threads select. Ending it again does nothing. */
  void leave();
}
