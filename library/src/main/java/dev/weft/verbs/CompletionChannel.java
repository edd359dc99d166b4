package dev.weft.verbs;

import java.nio.channels.SelectableChannel;

/**
 * {@code struct ibv_comp_channel}: where completion queues put their events, in the order of
 * arrival (VN-22). Any number of queues and any number of threads share it; destroying it fails
 * while a queue uses it (VN-35).
 */
public interface CompletionChannel extends VerbsObject {

  /**
   * {@code ibv_get_cq_event(3)}: takes one event, which must be acked to its queue (VN-16 to
   * VN-21).
   *
   * @param event where it is put; untouched on failure
   * @return 0; {@link VerbsErrno#EAGAIN} if there is none and reading does not block; {@link
   *     VerbsErrno#EINTR} if the thread was interrupted, which stays so; {@link VerbsErrno#EIO} if
   *     the channel was closed meanwhile
   */
  int getEvent(CompletionEvent event);

  /** {@code fcntl(channel->fd, F_SETFL)}: whether later gets block (VN-27); they do at first. */
  void blocking(boolean blocking);

  /** Whether {@link #getEvent} blocks. */
  boolean isBlocking();

  /** {@code fd}: readable exactly while an event waits (VN-25). Never read or close it. */
  SelectableChannel channel();
}
