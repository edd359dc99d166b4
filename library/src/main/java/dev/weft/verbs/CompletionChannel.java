package dev.weft.verbs;

import java.nio.channels.SelectableChannel;

/**
 * {@code struct ibv_comp_channel}: the FIFO of completion events of its queues (VN-22). Any number
 * of queues and threads may share it. Destroying it fails while a queue uses it (VN-35).
 */
public interface CompletionChannel extends VerbsObject {

  /**
   * {@code ibv_get_cq_event(3)}: takes one event. The caller must acknowledge it to its queue
   * (VN-16 to VN-21).
   *
   * @param event receives the event; unchanged on failure
   * @return 0; {@link VerbsErrno#EAGAIN} if there is none and the channel does not block; {@link
   *     VerbsErrno#EINTR} if the thread was interrupted, which leaves the interrupt status set;
   *     {@link VerbsErrno#EIO} if the channel was closed meanwhile
   */
  int getEvent(CompletionEvent event);

  /** {@code fcntl(channel->fd, F_SETFL)}: whether later calls block (VN-27); the default. */
  void blocking(boolean blocking);

  /** Whether {@link #getEvent} blocks. */
  boolean isBlocking();

  /**
   * {@code fd}: readable exactly while an event is queued (VN-25). Opened at the first call. Never
   * read or close it.
   *
   * @throws VerbsException with {@link VerbsErrno#EMFILE} if the process has no descriptor left
   */
  SelectableChannel channel();

  /**
   * {@code fd} as in C: the number of a file descriptor, readable exactly while an event is queued
   * (VN-25), for {@code poll(2)} and {@code epoll(7)}. Opened at the first call, which takes the
   * module {@code dev.weft.ffm} and native access. Never read, write or close it. It is valid until
   * the channel is closed.
   *
   * @throws VerbsException with {@link VerbsErrno#EOPNOTSUPP}, which says what is missing; with
   *     {@link VerbsErrno#EMFILE} if the process has no descriptor left
   */
  int descriptor();
}
