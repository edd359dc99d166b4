package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/** {@code fi_progress}: who drives progress (CQ-021). */
public enum ProgressModel implements Numbered {
  /** {@code FI_PROGRESS_UNSPEC}: no preference. */
  UNSPEC(0),
  /** {@code FI_PROGRESS_AUTO}: the provider, without calls of the application. */
  AUTO(1),
  /** {@code FI_PROGRESS_MANUAL}: the threads that read queues and counters. */
  MANUAL(2),
  /** {@code FI_PROGRESS_CONTROL_UNIFIED}: as MANUAL, control and data together. */
  CONTROL_UNIFIED(3);

  private final int value;

  ProgressModel(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static ProgressModel of(int value) {
    return Numbered.of(ProgressModel.class, value);
  }
}
