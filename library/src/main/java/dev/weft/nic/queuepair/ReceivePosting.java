package dev.weft.nic.queuepair;

/** Where receive requests are posted: a queue pair's own, or those that several share. */
public interface ReceivePosting {

  /** Inside: the request to fill in and to {@link #post}. */
  ReceiveRequest receive();

  /** Inside, {@code ibv_post_recv(3)}: takes one request; 0 or a number of {@link PostError}. */
  int post(ReceiveRequest request);
}
