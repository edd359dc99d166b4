package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;

/** State transitions of a queue pair by {@code ibv_modify_qp(3)} (VQ-43). */
public final class QueuePairTransitions {
  /** The default Q_Key of datagram queue pairs. */
  public static final int USUAL_QKEY = 0x1111_1111;

  private static final int FIRST_PORT = 1;

  private QueuePairTransitions() {}

  /** {@link #initialise(QueuePair, int, int)} on port 1. */
  public static void initialise(QueuePair pair, int access) {
    initialise(pair, access, FIRST_PORT);
  }

  /**
   * RESET to INIT; receives can be posted afterwards.
   *
   * @param access {@link dev.weft.verbs.attributes.RegionAccess} of the peer; used for connected
   *     pairs only
   * @param port the port of the device, from 1
   * @throws VerbsException if the device has no such port, or the queue pair is in another state
   */
  public static void initialise(QueuePair pair, int access, int port) {
    Require.notNull("pair", pair);
    QueuePairAttributes.Builder attributes =
        QueuePairAttributes.builder().state(QueuePairState.INIT).pkeyIndex(0).port(port);
    step(
        pair,
        isConnected(pair.type()) ? attributes.accessFlags(access) : attributes.qkey(USUAL_QKEY));
  }

  /**
   * RESET to RTS of a queue pair of type UD in one call, on port 1.
   *
   * <p>A datagram that arrives before a receive is posted is lost. To post receives first, call
   * {@link #initialise} and {@link #activate}.
   */
  public static void makeReady(QueuePair pair) {
    initialise(pair, 0);
    activate(pair, QueuePairAddress.of(pair));
  }

  /**
   * RESET to RTS of a queue pair of type RC or UC in one call, on port 1.
   *
   * <p>On RC, a message that finds no receive is retried until one is posted, {@code rnr_retry}
   * times; on UC it is lost. To post receives first, call {@link #initialise} and {@link #connect}.
   *
   * @param access {@link dev.weft.verbs.attributes.RegionAccess} of the peer
   * @param own the address that the peer was given
   */
  public static void makeReady(
      QueuePair pair, int access, QueuePairAddress own, QueuePairAddress peer) {
    initialise(pair, access);
    connect(pair, own, peer);
  }

  /** INIT to RTR to RTS with {@link ConnectionParameters#usual}. */
  public static void connect(QueuePair pair, QueuePairAddress own, QueuePairAddress peer) {
    connect(pair, own, peer, ConnectionParameters.usual());
  }

  /** INIT to RTR to RTS; messages can be sent once the peer has done the same. */
  public static void connect(
      QueuePair pair,
      QueuePairAddress own,
      QueuePairAddress peer,
      ConnectionParameters parameters) {
    Require.notNull("pair", pair);
    Require.notNull("own", own);
    Require.notNull("peer", peer);
    Require.notNull("parameters", parameters);
    step(pair, readyToReceive(pair, peer, parameters));
    step(pair, readyToSend(pair, own, parameters));
  }

  /** INIT to RTR to RTS of a datagram queue pair, which has no peer. */
  public static void activate(QueuePair pair, QueuePairAddress own) {
    Require.notNull("pair", pair);
    Require.notNull("own", own);
    step(pair, QueuePairAttributes.builder().state(QueuePairState.RTR));
    step(pair, QueuePairAttributes.builder().state(QueuePairState.RTS).sendPsn(own.packet()));
  }

  /** Any state to ERR; all posted requests are flushed. */
  public static void fail(QueuePair pair) {
    step(Require.notNull("pair", pair), QueuePairAttributes.builder().state(QueuePairState.ERR));
  }

  private static QueuePairAttributes.Builder readyToReceive(
      QueuePair pair, QueuePairAddress peer, ConnectionParameters parameters) {
    int port = portOf(pair);
    QueuePairAttributes.Builder attributes =
        QueuePairAttributes.builder()
            .state(QueuePairState.RTR)
            .addressVector(PortPath.to(pair.verbs(), port, peer.lid(), peer.gid()))
            .pathMtu(pair.verbs().queryPort(port).activeMtu())
            .destinationQpn(peer.queuePair())
            .receivePsn(peer.packet());
    return pair.type() == QueuePairType.RC
        ? attributes
            .maxDestinationReadAtomic(parameters.responderResources())
            .minRnrTimer(parameters.rnrTimer())
        : attributes;
  }

  /** The port that INIT has set; any before, when the device refuses the step by itself. */
  private static int portOf(QueuePair pair) {
    return Math.max(FIRST_PORT, pair.query().port());
  }

  private static QueuePairAttributes.Builder readyToSend(
      QueuePair pair, QueuePairAddress own, ConnectionParameters parameters) {
    QueuePairAttributes.Builder attributes =
        QueuePairAttributes.builder().state(QueuePairState.RTS).sendPsn(own.packet());
    return pair.type() == QueuePairType.RC
        ? attributes
            .timeout(parameters.timeout())
            .retryCount(parameters.retryCount())
            .rnrRetry(parameters.rnrRetryCount())
            .maxReadAtomic(parameters.initiatorDepth())
        : attributes;
  }

  /** Requires a type that {@code rdma_create_qp(3)} can connect. */
  static void requireConnected(QueuePairType type) {
    if (!isConnected(type)) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP,
          "rdma_create_qp",
          "qp_type=%s, allowed RC, UC".formatted(type),
          "Others have no connection; exchange their numbers by AddressExchange");
    }
  }

  private static boolean isConnected(QueuePairType type) {
    return type == QueuePairType.RC || type == QueuePairType.UC;
  }

  private static void step(QueuePair pair, QueuePairAttributes.Builder builder) {
    QueuePairAttributes attributes = builder.build();
    int errno = pair.modify(attributes);
    if (errno != 0) {
      throw new VerbsException(errno, "ibv_modify_qp", pair.explainModify(attributes), "");
    }
  }
}
