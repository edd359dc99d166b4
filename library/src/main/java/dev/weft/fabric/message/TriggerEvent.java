package dev.weft.fabric.message;

import dev.weft.fabric.Numbered;

/** {@code fi_trigger_event}: what starts a triggered operation. */
public enum TriggerEvent implements Numbered {
  /** {@code FI_TRIGGER_THRESHOLD}: a counter reaches a value. */
  THRESHOLD(0),
  /** {@code FI_TRIGGER_XPU}: another processor signals. */
  XPU(1);

  private final int value;

  TriggerEvent(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static TriggerEvent of(int value) {
    return Numbered.of(TriggerEvent.class, value);
  }
}
