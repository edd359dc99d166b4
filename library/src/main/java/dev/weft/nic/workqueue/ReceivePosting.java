package dev.weft.nic.workqueue;

import dev.weft.nic.packet.PostError;

/** A receive queue to post to: of one queue pair, or a shared one. Caller holds the lock. */
public interface ReceivePosting {

  /** The request to fill in and pass to {@link #post}. */
  ReceiveRequest receive();

  /** {@code ibv_post_recv(3)}: posts one request; 0 or a number of {@link PostError}. */
  int post(ReceiveRequest request);
}
