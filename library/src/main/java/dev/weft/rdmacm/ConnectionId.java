package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.rdmacm.CmChannel.CmMessage;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * {@code struct rdma_cm_id}: one connection of a queue pair. It connects, accepts and disconnects,
 * and reports events to its {@link ConnectionChannel}. The states of the queue pair are changed
 * before the event is reported.
 *
 * <p>Any thread may call any method.
 */
public final class ConnectionId implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(5).toMillis();

  /** Linux gives up after 15 requests, about four seconds apart. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final int REMOTE = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE;

  /** Progress of the connection. Only advances; guarded by the monitor. */
  private enum Stage {
    IDLE,
    CONNECTING,
    CALLED,
    ANSWERED,
    ESTABLISHED,
    FLUSHED,
    ENDED
  }

  private final Object context;
  private ConnectionChannel channel;
  private QueuePair pair;
  private CmChannel cmChannel;
  private CmMessage request;
  private long patienceNanos = PATIENCE.toNanos();
  private Stage stage = Stage.IDLE;

  /**
   * {@code rdma_create_id(3)}.
   *
   * @param channel receives its events; not null
   * @param context returned by {@link #context}; may be null
   */
  public ConnectionId(ConnectionChannel channel, Object context) {
    this.channel = Require.notNull("channel", channel);
    this.context = context;
  }

  /** The id of a connect request that {@link ConnectionListener} has received. */
  ConnectionId(ConnectionChannel channel, Object context, CmChannel caller, CmMessage request) {
    this(channel, context);
    this.cmChannel = caller;
    this.request = request;
    this.stage = Stage.CALLED;
  }

  /**
   * {@code context}: the context given at creation, or the listener's for an incoming connection.
   */
  public Object context() {
    return context;
  }

  /** {@code qp}: the queue pair, or null. */
  public synchronized QueuePair queuePair() {
    return pair;
  }

  /**
   * {@code rdma_create_qp(3)}: creates the queue pair of this connection in INIT, ready for
   * receives to be posted. The peer has all rights that {@link RegionAccess#REMOTE} names, as far
   * as the regions that it accesses grant them.
   *
   * <p>{@code rdma_destroy_qp(3)} is {@link QueuePair#close}; another queue pair can be created
   * then until the id connects or accepts.
   *
   * @throws VerbsException like {@link ProtectionDomain#createQp}; {@link VerbsErrno#EOPNOTSUPP}
   *     for other types than RC and UC
   */
  public synchronized QueuePair createQp(ProtectionDomain domain, QueuePairInit init) {
    Require.notNull("domain", domain);
    Require.notNull("init", init);
    ConnectionChecks.require(!hasQueuePair(), "rdma_create_qp", "the id has a queue pair");
    ConnectionChecks.require(
        stage == Stage.IDLE || stage == Stage.CALLED,
        "rdma_create_qp",
        "the id has connected or ended; open another one");
    QueuePairTransitions.requireConnected(init.type());
    QueuePair created = domain.createQp(init);
    try {
      QueuePairTransitions.initialise(created, REMOTE);
    } catch (RuntimeException | Error failure) {
      created.close();
      throw failure;
    }
    pair = created;
    return created;
  }

  private boolean hasQueuePair() {
    return pair != null && !pair.isClosed();
  }

  /**
   * Sets how long {@link #connect} and {@link #accept} wait for the peer in all; a minute at first.
   * Effective for later calls.
   *
   * @param patience from a millisecond to {@link Integer#MAX_VALUE} milliseconds
   */
  public synchronized void patience(Duration patience) {
    long millis = TimeUnit.MILLISECONDS.convert(Require.notNull("patience", patience));
    Require.inRange("patience.toMillis()", millis, 1, Integer.MAX_VALUE);
    patienceNanos = patience.toNanos();
  }

  /**
   * {@code rdma_migrate_id(3)}: reports events to another channel from now on. Those that were not
   * read go there, too. Does nothing if they are reported there already.
   */
  public synchronized void migrate(ConnectionChannel to) {
    ConnectionChannel from = channel;
    channel = Require.notNull("to", to);
    if (!from.equals(to)) {
      from.take(this).forEach(to::add);
    }
  }

  /**
   * {@code rdma_connect(3)}: connects to a listener. An event reports the result, {@link
   * ConnectionEventType#UNREACHABLE} if there is no answer in time.
   *
   * @param privateData sent to the listener, up to 196 bytes; null for none
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a queue pair, if called twice, or with
   *     more outstanding reads than the device supports
   */
  public synchronized void connect(
      InetSocketAddress peer, ConnectionParameters parameters, byte[] privateData) {
    Require.notNull("peer", peer);
    Require.notNull("parameters", parameters);
    ConnectionChecks.require(
        hasQueuePair() && stage == Stage.IDLE, "rdma_connect", "createQp first, and call once");
    byte[] data = ConnectionChecks.privateData(privateData);
    ConnectionChecks.requireReads("rdma_connect", pair, parameters);
    stage = Stage.CONNECTING;
    long patience = patienceNanos;
    Thread.ofVirtual().name("weft-connect").start(() -> call(peer, parameters, data, patience));
  }

  /**
   * {@code rdma_accept(3)}: accepts a connect request, after the id has a queue pair. An event
   * reports the result, {@link ConnectionEventType#UNREACHABLE} if the peer does not confirm in
   * time.
   *
   * <p>A queue pair of another type than the peer's, or of a device that cannot reach the peer's,
   * rejects the request, and this id has ended: both sides are told why.
   *
   * @param privateData sent to the peer, up to 196 bytes; null for none
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a request or a queue pair, with more
   *     outstanding reads than the device supports, or if the request was rejected
   */
  public synchronized void accept(ConnectionParameters parameters, byte[] privateData) {
    Require.notNull("parameters", parameters);
    ConnectionChecks.require(
        hasQueuePair() && stage == Stage.CALLED, "rdma_accept", "createQp first, answer once");
    byte[] data = ConnectionChecks.privateData(privateData);
    ConnectionChecks.requireReads("rdma_accept", pair, parameters);
    rejectOtherKind();
    ConnectionParameters asked = request.parameters();
    ConnectionParameters agreed = parameters.agreedWith(asked);
    QueuePairAddress own = QueuePairAddress.of(pair);
    QueuePairTransitions.connect(
        pair,
        own,
        request.address(),
        agreed.withRetries(asked.retryCount(), asked.rnrRetryCount()));
    stage = Stage.ANSWERED;
    long patience = patienceNanos;
    Thread.ofVirtual().name("weft-accept").start(() -> answer(own, agreed, data, patience));
  }

  private void rejectOtherKind() {
    Rejection why = PairKind.of(pair).rejectionOf(request.pair());
    if (why != null) {
      refuse(why, NOTHING);
      throw new VerbsException(
          VerbsErrno.EINVAL, "rdma_accept", why.text(), "The request was rejected");
    }
  }

  /**
   * {@code rdma_reject(3)}: rejects a connect request and ends this id.
   *
   * @param privateData sent to the peer as the reason, up to 196 bytes; null for none
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a request
   */
  public synchronized void reject(byte[] privateData) {
    ConnectionChecks.require(stage == Stage.CALLED, "rdma_reject", "there is no request to answer");
    refuse(Rejection.BY_PROGRAM, ConnectionChecks.privateData(privateData));
  }

  private void refuse(Rejection why, byte[] data) {
    try {
      cmChannel.reject(why, data);
    } catch (IOException callerHasLeft) {
      // The peer has disconnected.
    }
    end();
  }

  /**
   * {@code rdma_disconnect(3)}: ends the connection on both sides; their queue pairs are flushed.
   * Before the connection is established it gives up the request, and the queue pair stays as it
   * is. The event is {@link ConnectionEventType#DISCONNECTED} in either case. An incoming request
   * that was not answered is dropped; {@link #reject} tells its sender. Does nothing before {@link
   * #connect} and after the end.
   */
  public void disconnect() {
    try {
      CmChannel connected = flushIfConnected();
      if (connected != null) {
        connected.send(CmChannel.DISCONNECT, NOTHING);
      }
    } catch (IOException peerHasLeft) {
      // Already disconnected.
    }
    ended(Ending.DISCONNECTED, NOTHING);
  }

  /** Before the peer learns of the end: what it has sent is acknowledged, and not flushed there. */
  private synchronized CmChannel flushIfConnected() {
    if (!hasBegun()) {
      return null;
    }
    flush();
    stage = Stage.FLUSHED;
    return cmChannel;
  }

  private boolean hasBegun() {
    return stage == Stage.ESTABLISHED || stage == Stage.ANSWERED;
  }

  private void call(
      InetSocketAddress peer, ConnectionParameters parameters, byte[] data, long patience) {
    long start = System.nanoTime();
    try (Socket socket = VirtualThreadSockets.open()) {
      long millis = TimeUnit.NANOSECONDS.toMillis(patience);
      socket.connect(peer, (int) Math.min(CONNECT_MILLIS, millis));
      CmChannel opened = new CmChannel(socket);
      opened.patience(patience - (System.nanoTime() - start));
      requestConnection(opened, parameters, data);
    } catch (IOException failure) {
      ended(Ending.unconnected(failure), NOTHING);
    } finally {
      ended(Ending.VANISHED, NOTHING); // an error was thrown
    }
  }

  private void requestConnection(CmChannel opened, ConnectionParameters parameters, byte[] data) {
    QueuePairAddress own;
    synchronized (this) {
      if (stage == Stage.ENDED) {
        return;
      }
      cmChannel = opened;
      own = QueuePairAddress.of(pair);
    }
    try {
      opened.handshake();
      opened.request(own, parameters, PairKind.of(pair), data);
      CmMessage reply = opened.receive();
      if (reply.kind() == CmChannel.REJECT) {
        ended(Ending.rejected(reply.rejection()), reply.privateData());
        return;
      }
      answered(own, parameters, reply);
      opened.send(CmChannel.READY, NOTHING);
      established(reply);
      awaitDisconnect(opened);
    } catch (IOException | VerbsException | IllegalStateException failure) {
      ended(Ending.unanswered(failure), NOTHING);
    }
  }

  private void answer(
      QueuePairAddress own, ConnectionParameters agreed, byte[] data, long patience) {
    try {
      cmChannel.patience(patience);
      cmChannel.accept(own, agreed, data);
      CmMessage reply = cmChannel.receive();
      if (reply.kind() != CmChannel.READY) {
        throw new IOException("kind=" + reply.kind());
      }
      established(reply);
      awaitDisconnect(cmChannel);
    } catch (IOException failure) {
      ended(Ending.unanswered(failure), NOTHING);
    } finally {
      ended(Ending.VANISHED, NOTHING); // an error was thrown
    }
  }

  /** Blocks until the peer disconnects or dies, then reports the end. */
  private void awaitDisconnect(CmChannel established) {
    try {
      established.patienceForever();
      established.receive();
    } catch (IOException died) {
      // Also ends the connection.
    }
    ended(Ending.DISCONNECTED, NOTHING);
  }

  /** Connects the queue pair to that of the peer, which has accepted. */
  private synchronized void answered(
      QueuePairAddress own, ConnectionParameters parameters, CmMessage reply) throws IOException {
    if (reply.kind() != CmChannel.ACCEPT || stage == Stage.ENDED) {
      throw new IOException("kind=" + reply.kind() + ", stage=" + stage);
    }
    stage = Stage.ANSWERED;
    ConnectionParameters asked = reply.parameters();
    QueuePairTransitions.connect(
        pair,
        own,
        reply.address(),
        parameters.agreedWith(asked).withRetries(parameters.retryCount(), asked.rnrRetryCount()));
  }

  private synchronized void established(CmMessage reply) {
    if (stage == Stage.ANSWERED) {
      stage = Stage.ESTABLISHED;
      channel.add(new ConnectionEvent(ConnectionEventType.ESTABLISHED, this, null, reply));
    }
  }

  /** Ends the connection and reports the first cause; a connected queue pair is flushed. */
  private synchronized void ended(Ending how, byte[] data) {
    if (stage != Stage.ENDED && stage != Stage.IDLE) {
      end();
      channel.add(new ConnectionEvent(how, this, data));
    }
  }

  private synchronized void end() {
    boolean began = hasBegun();
    stage = Stage.ENDED;
    if (cmChannel != null) {
      cmChannel.close();
    }
    if (began) {
      flush();
    }
  }

  /** Flushes the queue pair, unless the program has reset or destroyed it. */
  private void flush() {
    try {
      pair.modify(QueuePairAttributes.builder().state(QueuePairState.ERR).build());
    } catch (IllegalStateException destroyed) {
      // There is nothing to flush.
    }
  }

  /**
   * {@code rdma_destroy_id(3)}: ends the connection without an event to the local channel, and
   * removes its events that were not read. A connect request that was not answered is rejected.
   */
  @Override
  public synchronized void close() {
    if (stage == Stage.CALLED) {
      refuse(Rejection.BY_PROGRAM, NOTHING);
    } else if (stage != Stage.ENDED) {
      end();
    }
    channel.take(this);
  }

  @Override
  public synchronized String toString() {
    return "ConnectionId[" + stage + (pair == null ? "" : ", qpn=" + pair.qpNum()) + "]";
  }
}
