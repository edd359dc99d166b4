package dev.weft.nic.queuepair;

/** The error numbers of posting and modifying, positive as verbs return them. */
public final class PostError {
  /** {@code ENOMEM}: the queue is full. */
  public static final int NO_ROOM = 12;

  /** {@code EINVAL}. */
  public static final int INVALID = 22;

  private PostError() {}
}
