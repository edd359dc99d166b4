package dev.weft.fabric;

/**
 * A queue or counter in a {@link CompletionSelector}, from {@link CompletionSelector#register}
 * until it is cancelled or closed, or the selector is. Any thread may call any method.
 *
 * @param <A> the type of the attachment
 */
public interface SelectorKey<A> {

  /** The queue or counter. */
  Waitable member();

  /** What was given with it. */
  A attachment();

  /** Whether it has not ended. An action that runs on another thread may still be shown it. */
  boolean isValid();

  /** Ends the membership, at once, also while threads select. Any further call does nothing. */
  void cancel();
}
