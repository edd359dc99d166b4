package dev.weft.verbs;

/** {@code enum ibv_port_state}: whether a port can carry messages. */
public enum PortState {
  /** {@code IBV_PORT_NOP}: it does not change. */
  NOP(0),
  /** {@code IBV_PORT_DOWN}: it is down. */
  DOWN(1),
  /** {@code IBV_PORT_INIT}: it is being set up. */
  INIT(2),
  /** {@code IBV_PORT_ARMED}: it is set up, not yet in use. */
  ARMED(3),
  /** {@code IBV_PORT_ACTIVE}: it is up. */
  ACTIVE(4),
  /** {@code IBV_PORT_ACTIVE_DEFER}: it is up, its link is not. */
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
