package dev.weft.software.transport;

/** What a queue pair is that a hostile peer speaks to. */
enum Service {
  RELIABLE,
  UNRELIABLE,
  DATAGRAM,
  RELIABLE_DATAGRAM,
  TAGGED;

  /** Of the first request. */
  int firstNumber() {
    return this == RELIABLE_DATAGRAM ? Carrier.FIRST : 0;
  }

  TransportType type() {
    return switch (this) {
      case RELIABLE, TAGGED -> TransportType.RELIABLE;
      case UNRELIABLE -> TransportType.UNRELIABLE;
      case DATAGRAM -> TransportType.DATAGRAM;
      case RELIABLE_DATAGRAM -> TransportType.RELIABLE_DATAGRAM;
    };
  }
}
