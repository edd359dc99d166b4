package dev.weft.nic.queuepair;

import java.util.EnumSet;
import java.util.Set;

/** What a queue pair is that a hostile peer speaks to. */
enum Service {
  RELIABLE,
  UNRELIABLE,
  DATAGRAM,
  RELIABLE_DATAGRAM,
  TAGGED;

  /** One queue pair speaks to another one, and to no other. */
  static final Set<Service> CONNECTED = EnumSet.of(RELIABLE, UNRELIABLE, TAGGED);

  /** Requests are numbered and answered. */
  static final Set<Service> WITH_ANSWERS = EnumSet.of(RELIABLE, RELIABLE_DATAGRAM, TAGGED);

  /** Messages have parts. */
  static final Set<Service> WITH_MESSAGES = EnumSet.complementOf(EnumSet.of(DATAGRAM));

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
