package dev.weft.fabric.attributes;

import dev.weft.fabric.Numbered;

/** {@code fi_cntr_events}: what a counter counts. */
public enum CounterEvents implements Numbered {
  /** {@code FI_CNTR_EVENTS_COMP}: completions. */
  COMP(0),
  /** {@code FI_CNTR_EVENTS_BYTES}: bytes of completed operations. */
  BYTES(1);

  private final int value;

  CounterEvents(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static CounterEvents of(int value) {
    return Numbered.of(CounterEvents.class, value);
  }
}
