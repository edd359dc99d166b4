package dev.weft.nic.packet;

/** Error numbers of post and modify calls, positive as in verbs. */
public final class PostError {
  /** {@code ENOMEM}: the queue is full. */
  public static final int NO_ROOM = 12;

  /** {@code EINVAL}. */
  public static final int INVALID = 22;

  private PostError() {}
}
