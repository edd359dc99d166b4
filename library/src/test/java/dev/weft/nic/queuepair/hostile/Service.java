package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.packet.TransportType;
import dev.weft.nic.queuepair.Carrier;
import java.util.EnumSet;
import java.util.Set;

/** The service of a queue pair with a hostile peer. */
enum Service {
  RELIABLE,
  UNRELIABLE,
  DATAGRAM,
  RELIABLE_DATAGRAM,
  TAGGED;

  /** Services with one peer. */
  static final Set<Service> CONNECTED = EnumSet.of(RELIABLE, UNRELIABLE, TAGGED);

  /** Services whose requests are numbered and answered. */
  static final Set<Service> WITH_ANSWERS = EnumSet.of(RELIABLE, RELIABLE_DATAGRAM, TAGGED);

  /** Services whose messages have parts. */
  static final Set<Service> WITH_MESSAGES = EnumSet.complementOf(EnumSet.of(DATAGRAM));

  /** The number of the first request. */
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
