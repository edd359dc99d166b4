package dev.weft.nic.queuepair;

/** The services a queue pair can give. */
public enum TransportType {
  /** Subnet management: datagrams of queue pair 0. */
  SMI,
  /** General services: datagrams of queue pair 1. */
  GSI,
  /** {@code IBV_QPT_RC}: connected; everything arrives, in order. */
  RELIABLE,
  /** {@code IBV_QPT_UC}: connected; what the peer cannot take is lost. */
  UNRELIABLE,
  /** {@code IBV_QPT_UD}: messages of one packet to whomever. */
  DATAGRAM,
  /** Reliable datagrams: each message goes through an end-to-end context. */
  RELIABLE_DATAGRAM,
  /** Not a queue pair's: what carries the messages of reliable datagram queue pairs. */
  END_TO_END;

  /** Whether a queue pair of this type may post the operation, of {@code enum ibv_wr_opcode}. */
  public boolean has(int operation) {
    return Operation.fits(operation, this);
  }

  /** Whether its requests name where they go. */
  public boolean isDatagram() {
    return this == DATAGRAM || this == SMI || this == GSI;
  }

  /** Whether it numbers messages and answers for them. */
  boolean isReliable() {
    return this == RELIABLE || this == END_TO_END;
  }
}
