package dev.weft.fabric.poll;

import dev.weft.fabric.Numbered;

/** {@code fi_cq_wait_cond}: what satisfies a blocking read (CQ-042 to CQ-046). */
public enum WaitCondition implements Numbered {
  /** {@code FI_CQ_COND_NONE}: any entry. */
  NONE(0),
  /** {@code FI_CQ_COND_THRESHOLD}: a number of queued entries, given with the read. */
  THRESHOLD(1);

  private final int value;

  WaitCondition(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static WaitCondition of(int value) {
    return Numbered.of(WaitCondition.class, value);
  }
}
