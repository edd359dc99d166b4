package dev.weft.fabric.poll;

import dev.weft.fabric.Errno;

/**
 * {@code struct fid_wait}, {@code fi_wait(3)}: waits for many completion queues and counters. Its
 * members are opened with {@link WaitObject#SET}. Any thread may call any method.
 */
public interface WaitSet extends Waitable {

  /**
   * {@code fi_wait(3)}: waits until at least one member has an event. A read may still find none
   * (WS-007).
   *
   * @param timeoutMillis negative: no limit; 0: do not wait
   * @return 0, also after a signal of a member; {@code -}{@link Errno#ETIMEDOUT} (WS-006); {@code
   *     -}{@link Errno#EINTR} after an interrupt, whose status stays set; {@code -}{@link
   *     Errno#EBADF} if the set is closed meanwhile
   */
  int await(int timeoutMillis);
}
