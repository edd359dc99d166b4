package dev.weft.cli.workload;

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

/** A reliable connected queue pair, of which each send is signalled, and its address. */
public record ReliablePair(QueuePair pair, QueuePairAddress address) implements AutoCloseable {
  private static final int RETRIES = 7;

  /**
   * How queue pairs are connected.
   *
   * @param reads how many reads and atomic operations may be in flight
   * @param timeout as in {@code ibv_modify_qp(3)}; 18 is about a second
   * @param rnrTimer as in {@code ibv_modify_qp(3)}; 1 is the shortest
   */
  public static ConnectionParameters parameters(int reads, int timeout, int rnrTimer) {
    return new ConnectionParameters(reads, reads, timeout, RETRIES, RETRIES, rnrTimer);
  }

  /** A pair in which receives can be posted, with one queue for all completions. */
  public static ReliablePair open(ProtectionDomain domain, CompletionQueue queue, int requests) {
    return open(domain, queue, queue, requests);
  }

  /** A pair in which receives can be posted; {@code requests} of each kind. */
  public static ReliablePair open(
      ProtectionDomain domain, CompletionQueue sends, CompletionQueue receives, int requests) {
    QueuePair pair =
        domain.createQp(
            QueuePairInit.builder(QueuePairType.RC)
                .sendCq(sends)
                .receiveCq(receives)
                .capabilities(QueuePairCapabilities.of(requests, requests))
                .signalAll(true)
                .build());
    QueuePairTransitions.initialise(pair, RegionAccess.REMOTE);
    return new ReliablePair(pair, QueuePairAddress.of(pair));
  }

  /** Connects both directions, after which the peer must do the same. */
  public void connect(QueuePairAddress peer, ConnectionParameters parameters) {
    QueuePairTransitions.connect(pair, address, peer, parameters);
  }

  /** Flushes what is posted. */
  public void stop() {
    QueuePairTransitions.fail(pair);
  }

  @Override
  public void close() {
    pair.close();
  }
}
