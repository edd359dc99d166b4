package dev.weft.fabric.poll;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Numbered;

/**
 * {@code fi_wait_obj}: how a thread waits on a queue, a counter or a wait set (WO-001 to WO-010).
 */
public enum WaitObject implements Numbered {
  /** {@code FI_WAIT_NONE}: no waiting; the default. */
  NONE(0),
  /**
   * {@code FI_WAIT_UNSPEC}: through calls of this API only, such as {@link CompletionQueue#sread};
   * the provider chooses how.
   */
  UNSPEC(1),
  /** {@code FI_WAIT_SET}: through a {@link WaitSet}. */
  SET(2),
  /** {@code FI_WAIT_FD}: through a descriptor; of software fabrics a selectable channel. */
  FD(3),
  /** {@code FI_WAIT_MUTEX_COND}: through a mutex and a condition; here a Lock and a Condition. */
  MUTEX_COND(4),
  /** {@code FI_WAIT_YIELD}: by polling, and yielding the processor in between. */
  YIELD(5),
  /** {@code FI_WAIT_POLLFD}: through several descriptors whose number may change. */
  POLLFD(6);

  private final int value;

  WaitObject(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static WaitObject of(int value) {
    return Numbered.of(WaitObject.class, value);
  }
}
