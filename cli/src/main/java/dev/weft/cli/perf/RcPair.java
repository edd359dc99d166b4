package dev.weft.cli.perf;

import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;

/** A reliable connected queue pair before RTS, and its address. */
record RcPair(QueuePair pair, QueuePairAddress address) implements AutoCloseable {
  private static final int MOST_READS = 16;
  private static final int TIMEOUT = 18; // about a second
  private static final int RETRIES = 7;
  private static final int SHORTEST_RNR = 1;
  private static final ConnectionParameters PARAMETERS =
      new ConnectionParameters(MOST_READS, MOST_READS, TIMEOUT, RETRIES, RETRIES, SHORTEST_RNR);

  /** A pair in which receives can be posted. */
  static RcPair open(ProtectionDomain domain, CompletionQueue queue, int requests) {
    QueuePair pair =
        domain.createQp(
            QueuePairInit.builder(QueuePairType.RC)
                .sendCq(queue)
                .receiveCq(queue)
                .capabilities(QueuePairCapabilities.of(requests, requests))
                .build());
    QueuePairTransitions.initialise(pair, RegionAccess.REMOTE);
    return new RcPair(pair, QueuePairAddress.of(pair));
  }

  /** Connects both directions, after which the peer must do the same. */
  void connect(QueuePairAddress peer) {
    QueuePairTransitions.connect(pair, address, peer, PARAMETERS);
  }

  /** Flushes what is posted. */
  void stop() {
    QueuePairTransitions.fail(pair);
  }

  @Override
  public void close() {
    pair.close();
  }
}
