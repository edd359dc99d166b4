package dev.weft.software.transport;

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
  DATAGRAM;

  boolean isDatagram() {
    return this != RELIABLE && this != UNRELIABLE;
  }
}
