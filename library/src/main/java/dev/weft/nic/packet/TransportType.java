package dev.weft.nic.packet;

/** The transport services of queue pairs. */
public enum TransportType {
  /** Subnet management: datagrams of queue pair 0. */
  SMI(Operation.DATAGRAM),
  /** General services: datagrams of queue pair 1. */
  GSI(Operation.DATAGRAM),
  /** {@code IBV_QPT_RC}: connected; delivers everything, in order. */
  RELIABLE(Operation.RELIABLE),
  /** {@code IBV_QPT_UC}: connected; messages that the peer cannot receive are lost. */
  UNRELIABLE(Operation.UNRELIABLE),
  /** {@code IBV_QPT_UD}: messages of one packet to any queue pair. */
  DATAGRAM(Operation.DATAGRAM),
  /** Reliable datagrams; each message goes through an end-to-end context. */
  RELIABLE_DATAGRAM(Operation.RELIABLE_DATAGRAM),
  /** Not a queue pair: an end-to-end context, which carries reliable datagrams. */
  END_TO_END(0);

  private final int operations;

  TransportType(int operations) {
    this.operations = operations;
  }

  /** What its queue pairs may post: a bit for each {@link Operation}. */
  public int operations() {
    return operations;
  }

  /** Whether this type supports the operation, of {@code enum ibv_wr_opcode}. */
  public boolean has(int operation) {
    return Operation.isIn(operation, operations);
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
