package dev.weft.fabric.poll;

/**
 * The registration of a queue or counter with a {@link CompletionSelector}. No C counterpart. It is
 * valid until it is cancelled, or the member or the selector is closed. Any thread may call any
 * method.
 *
 * @param <A> the type of the attachment
 */
public interface SelectorKey<A> {

  /** The queue or counter. */
  Waitable member();

  /** The attachment given at registration. */
  A attachment();

  /** Whether the key is valid. An action on another thread may still get it after that. */
  boolean isValid();

  /** Cancels the registration at once, also while threads select. Further calls do nothing. */
  void cancel();
}
