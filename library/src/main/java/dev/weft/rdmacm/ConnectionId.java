package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.rdmacm.CmChannel.CmMessage;
import dev.weft.verbs.DeviceAttributes;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.QueuePairInit;
import dev.weft.verbs.RegionAccess;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * {@code struct rdma_cm_id}: one connection of a queue pair, from the call to its end. What happens
 * is told through the id's {@link ConnectionChannel}; the queue pair is moved through its states
 * inside, before the event is told.
 *
 * <p>Any thread may call any method.
 */
public final class ConnectionId implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(5).toMillis();
  private static final int REMOTE = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE;

  /** How far it is; only forward, under the monitor. */
  private enum Stage {
    IDLE,
    CALLING,
    CALLED,
    ANSWERED,
    ESTABLISHED,
    ENDED
  }

  private final ConnectionChannel channel;
  private final Object context;
  private QueuePair pair;
  private CmChannel cmChannel;
  private CmMessage request;
  private Stage stage = Stage.IDLE;

  /**
   * {@code rdma_create_id(3)}.
   *
   * @param channel where its events go; not null
   * @param context what {@link #context} gives back; may be null
   */
  public ConnectionId(ConnectionChannel channel, Object context) {
    this.channel = Require.notNull("channel", channel);
    this.context = context;
  }

  /** The id of a caller, for whom {@link ConnectionListener} has heard the request. */
  ConnectionId(ConnectionChannel channel, Object context, CmChannel caller, CmMessage request) {
    this(channel, context);
    this.cmChannel = caller;
    this.request = request;
    this.stage = Stage.CALLED;
  }

  /** {@code context}: what was given at creation, of a caller's id that of the listener. */
  public Object context() {
    return context;
  }

  /** {@code qp}: the queue pair, or null. */
  public synchronized QueuePair queuePair() {
    return pair;
  }

  /**
   * {@code rdma_create_qp(3)}: a queue pair for this connection, ready for receives.
   *
   * @throws VerbsException as of {@link ProtectionDomain#createQp}
   */
  public synchronized QueuePair createQp(ProtectionDomain domain, QueuePairInit init) {
    Require.notNull("domain", domain);
    Require.notNull("init", init);
    require(pair == null, "rdma_create_qp", "the id has a queue pair");
    QueuePair created = domain.createQp(init);
    try {
      QueuePairTransitions.initialise(created, REMOTE);
    } catch (VerbsException notOfThisType) {
      created.close();
      throw notOfThisType;
    }
    pair = created;
    return created;
  }

  /**
   * {@code rdma_connect(3)}: calls who listens there; how it ends, an event tells.
   *
   * @param privateData for the one who is called, up to 196 bytes
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a queue pair, a second time, or with
   *     more reads at once than the device has
   */
  public synchronized void connect(
      InetSocketAddress peer, ConnectionParameters parameters, byte[] privateData) {
    Require.notNull("peer", peer);
    Require.notNull("parameters", parameters);
    require(pair != null && stage == Stage.IDLE, "rdma_connect", "createQp first, and call once");
    byte[] data = checked(privateData);
    requireReads("rdma_connect", parameters);
    stage = Stage.CALLING;
    Thread.ofVirtual().name("weft-connect").start(() -> call(peer, parameters, data));
  }

  /**
   * {@code rdma_accept(3)}: of a caller's id, once it has a queue pair.
   *
   * @param privateData for the caller, up to 196 bytes
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a request or a queue pair, or with
   *     more reads at once than the device has
   */
  public synchronized void accept(ConnectionParameters parameters, byte[] privateData) {
    Require.notNull("parameters", parameters);
    require(pair != null && stage == Stage.CALLED, "rdma_accept", "createQp first, answer once");
    byte[] data = checked(privateData);
    requireReads("rdma_accept", parameters);
    ConnectionParameters agreed = parameters.agreedWith(request.parameters());
    QueuePairAddress own = QueuePairAddress.of(pair);
    QueuePairTransitions.connect(pair, own, request.address(), agreed);
    stage = Stage.ANSWERED;
    Thread.ofVirtual().name("weft-accept").start(() -> answer(own, agreed, data));
  }

  /**
   * {@code rdma_reject(3)}: of a caller's id, which ends with this.
   *
   * @param privateData why, for the caller, up to 196 bytes
   * @throws VerbsException {@link VerbsErrno#EINVAL} without a request
   */
  public synchronized void reject(byte[] privateData) {
    require(stage == Stage.CALLED, "rdma_reject", "there is no request to answer");
    byte[] data = checked(privateData);
    try {
      cmChannel.send(CmChannel.REJECT, data);
    } catch (IOException callerHasLeft) {
      // Nobody is left to be told.
    }
    end();
  }

  /**
   * {@code rdma_disconnect(3)}: ends the connection for both; their queue pairs flush. Does nothing
   * where there is none any more.
   */
  public void disconnect() {
    try {
      CmChannel current = current();
      if (current != null) {
        current.send(CmChannel.DISCONNECT, NOTHING);
      }
    } catch (IOException peerHasLeft) {
      // Then it is disconnected already.
    }
    ended(ConnectionEventType.DISCONNECTED, NOTHING);
  }

  private synchronized CmChannel current() {
    return stage == Stage.ESTABLISHED || stage == Stage.ANSWERED ? cmChannel : null;
  }

  private void call(InetSocketAddress peer, ConnectionParameters parameters, byte[] data) {
    try (Socket socket = new Socket()) {
      socket.connect(peer, CONNECT_MILLIS);
      converse(new CmChannel(socket), parameters, data);
    } catch (ConnectException nobodyListens) {
      ended(ConnectionEventType.REJECTED, NOTHING);
    } catch (IOException unreachable) {
      ended(ConnectionEventType.UNREACHABLE, NOTHING);
    }
  }

  private void converse(CmChannel opened, ConnectionParameters parameters, byte[] data) {
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
      opened.send(CmChannel.REQUEST, own, parameters, data);
      CmMessage said = opened.receive();
      if (said.kind() != CmChannel.ACCEPT) {
        ended(ConnectionEventType.REJECTED, said.privateData());
        return;
      }
      QueuePairTransitions.connect(
          pair, own, said.address(), parameters.agreedWith(said.parameters()));
      opened.send(CmChannel.READY, NOTHING);
      established(said.privateData());
      listenForTheEnd(opened);
    } catch (IOException | VerbsException | IllegalStateException vanished) {
      ended(ConnectionEventType.CONNECT_ERROR, NOTHING);
    }
  }

  private void answer(QueuePairAddress own, ConnectionParameters agreed, byte[] data) {
    try {
      cmChannel.send(CmChannel.ACCEPT, own, agreed, data);
      CmMessage said = cmChannel.receive();
      if (said.kind() != CmChannel.READY) {
        throw new IOException("kind=" + said.kind());
      }
      established(said.privateData());
      listenForTheEnd(cmChannel);
    } catch (IOException vanished) {
      ended(ConnectionEventType.CONNECT_ERROR, NOTHING);
    }
  }

  /** Returns once the peer has disconnected, or died, and has told so. */
  private void listenForTheEnd(CmChannel established) {
    try {
      established.receive();
    } catch (IOException died) {
      // The end all the same.
    }
    ended(ConnectionEventType.DISCONNECTED, NOTHING);
  }

  private void established(byte[] data) {
    synchronized (this) {
      if (stage == Stage.ENDED) {
        return;
      }
      stage = Stage.ESTABLISHED;
    }
    report(ConnectionEventType.ESTABLISHED, data);
  }

  /** Tells the end, the first time; queue pairs that had begun are flushed. */
  private void ended(ConnectionEventType how, byte[] data) {
    synchronized (this) {
      boolean open = stage != Stage.ENDED && stage != Stage.IDLE;
      if (!open) {
        return;
      }
      end();
    }
    report(how, data);
  }

  private synchronized void end() {
    boolean began = stage == Stage.ESTABLISHED || stage == Stage.ANSWERED;
    stage = Stage.ENDED;
    if (cmChannel != null) {
      cmChannel.close();
    }
    if (began && !pair.isClosed()) {
      QueuePairTransitions.fail(pair);
    }
  }

  private void report(ConnectionEventType type, byte[] data) {
    channel.add(new ConnectionEvent(type, this, data));
  }

  private void requireReads(String call, ConnectionParameters parameters) {
    DeviceAttributes device = pair.verbs().queryDevice();
    int serves = device.maxQpReadAtomic();
    int begins = device.maxQpInitiatedReadAtomic();
    if (parameters.responderResources() > serves || parameters.initiatorDepth() > begins) {
      String detail =
          "responder_resources=%d, allowed 0..%d, initiator_depth=%d, allowed 0..%d"
              .formatted(
                  parameters.responderResources(), serves, parameters.initiatorDepth(), begins);
      throw new VerbsException(VerbsErrno.EINVAL, call, detail, "");
    }
  }

  private static byte[] checked(byte[] privateData) {
    if (privateData == null || privateData.length > CmChannel.MOST_PRIVATE_DATA) {
      throw new IllegalArgumentException(
          "privateData=%s, allowed up to %d bytes"
              .formatted(
                  privateData == null ? "null" : privateData.length + " bytes",
                  CmChannel.MOST_PRIVATE_DATA));
    }
    return privateData.clone();
  }

  private static void require(boolean holds, String call, String hint) {
    if (!holds) {
      throw new VerbsException(VerbsErrno.EINVAL, call, "not in this state", hint);
    }
  }

  /** {@code rdma_destroy_id(3)}: ends the connection without a word to the own channel. */
  @Override
  public synchronized void close() {
    if (stage != Stage.ENDED) {
      end();
    }
  }

  @Override
  public synchronized String toString() {
    return "ConnectionId[" + stage + (pair == null ? "" : ", qpn=" + pair.qpNum()) + "]";
  }
}
