package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;

/** {@code enum ibv_port_state}: link state of a port. */
public enum PortState {
  /** {@code IBV_PORT_NOP}: no state change. */
  NOP(0),
  /** {@code IBV_PORT_DOWN}: down. */
  DOWN(1),
  /** {@code IBV_PORT_INIT}: being initialised. */
  INIT(2),
  /** {@code IBV_PORT_ARMED}: initialised, not yet active. */
  ARMED(3),
  /** {@code IBV_PORT_ACTIVE}: up. */
  ACTIVE(4),
  /** {@code IBV_PORT_ACTIVE_DEFER}: up, but its link is down. */
  ACTIVE_DEFER(5);

  private final int value;

  PortState(int value) {
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
  public static PortState of(int value) {
    return Numbers.constant(values(), PortState::value, value);
  }
}
