package dev.weft.nic.packet;

/** The transport services of queue pairs. */
public enum TransportType {
  /** Subnet management: datagrams of queue pair 0. */
  SMI,
  /** General services: datagrams of queue pair 1. */
  GSI,
  /** {@code IBV_QPT_RC}: connected; delivers everything, in order. */
  RELIABLE,
  /** {@code IBV_QPT_UC}: connected; messages that the peer cannot receive are lost. */
  UNRELIABLE,
  /** {@code IBV_QPT_UD}: messages of one packet to any queue pair. */
  DATAGRAM,
  /** Reliable datagrams; each message goes through an end-to-end context. */
  RELIABLE_DATAGRAM,
  /** Not a queue pair: an end-to-end context, which carries reliable datagrams. */
  END_TO_END;

  /** Whether this type supports the operation, of {@code enum ibv_wr_opcode}. */
  public boolean has(int operation) {
    return Operation.fits(operation, this);
  }

  /** Whether its requests name their destination. */
  public boolean isDatagram() {
    return this == DATAGRAM || this == SMI || this == GSI;
  }

  /** Whether messages are numbered and acknowledged. */
  public boolean isReliable() {
    return this == RELIABLE || this == END_TO_END;
  }
}
