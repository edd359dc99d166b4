package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_srq_type}: additional service of a shared receive queue. */
public enum SharedReceiveQueueType {
  /** {@code IBV_SRQT_BASIC}: none. */
  BASIC(0),
  /** {@code IBV_SRQT_XRC}: requests of peers address it by number. */
  XRC(1),
  /** {@code IBV_SRQT_TM}: it matches tags (VQ-46 to VQ-48). */
  TM(2);

  private final int value;

  SharedReceiveQueueType(int value) {
    this.value = value;
  }

  /** The number in C. */
  public int value() {
    return value;
  }

  /**
   * The constant with this C number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SharedReceiveQueueType of(int value) {
    return Numbers.constant(values(), SharedReceiveQueueType::value, value);
  }
}
