package dev.weft.rdmacm;

import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.QueuePairType;

/**
 * What two queue pairs must have in common to be connected.
 *
 * @param type RC or UC
 * @param network {@link dev.weft.verbs.Device#network}
 */
record PairKind(QueuePairType type, String network) {

  static PairKind of(QueuePair pair) {
    return new PairKind(pair.type(), pair.verbs().device().network());
  }

  /** Why a queue pair of this kind rejects a request of another one; null if it does not. */
  Rejection rejectionOf(PairKind caller) {
    if (caller.type != type) {
      return new Rejection(
          Rejection.INVALID_TRANSPORT_TYPE, "qp_type=%s, allowed %s".formatted(caller.type, type));
    }
    return caller.network.equals(network)
        ? null
        : new Rejection(
            Rejection.INVALID_GID, "network=%s, allowed %s".formatted(caller.network, network));
  }
}
