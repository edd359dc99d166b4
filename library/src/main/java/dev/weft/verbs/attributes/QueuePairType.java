package dev.weft.verbs.attributes;

import dev.weft.argument.Numbers;
import dev.weft.verbs.EndToEndContext;

/**
 * {@code enum ibv_qp_type}: the transport service of a queue pair (VQ-03). SMI and GSI have the
 * kernel's numbers; RD, which C no longer has, has an unused one.
 */
public enum QueuePairType {
  /** {@code IB_QPT_SMI}: subnet management, queue pair 0 (VA-05). */
  SMI(0),
  /** {@code IB_QPT_GSI}: general services, queue pair 1 (VA-05). */
  GSI(1),
  /** {@code IBV_QPT_RC}: reliable connection. */
  RC(2),
  /** {@code IBV_QPT_UC}: unreliable connection. */
  UC(3),
  /** {@code IBV_QPT_UD}: unreliable datagram. */
  UD(4),
  /** Reliable datagram of the InfiniBand architecture, through {@link EndToEndContext} (VE-20). */
  RD(7),
  /** {@code IBV_QPT_RAW_PACKET}: not supported by the devices here. */
  RAW_PACKET(8),
  /** {@code IBV_QPT_XRC_SEND}: sending side of an extended reliable connection. */
  XRC_SEND(9),
  /** {@code IBV_QPT_XRC_RECV}: receiving side of an extended reliable connection. */
  XRC_RECV(10),
  /** {@code IBV_QPT_DRIVER}: not supported by the devices here. */
  DRIVER(255);

  private final int value;

  QueuePairType(int value) {
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
  public static QueuePairType of(int value) {
    return Numbers.constant(values(), QueuePairType::value, value);
  }
}
