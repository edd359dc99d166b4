package dev.weft.provider.verbs.check;

import dev.weft.nic.packet.TransportType;
import dev.weft.verbs.attributes.QueuePairType;

/** The engine's types of queue pairs. */
public final class TransportTypes {
  private TransportTypes() {}

  /** The engine's type; null if it has none. */
  public static TransportType of(QueuePairType type) {
    return switch (type) {
      case SMI -> TransportType.SMI;
      case GSI -> TransportType.GSI;
      case RC -> TransportType.RELIABLE;
      case UC -> TransportType.UNRELIABLE;
      case UD -> TransportType.DATAGRAM;
      case RD -> TransportType.RELIABLE_DATAGRAM;
      default -> null;
    };
  }
}
