package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.EventType;
import dev.weft.nic.connection.ConnectionRequester;
import dev.weft.nic.connection.ConnectionRequester.Answer;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.connection.EventSource;
import dev.weft.provider.fabric.connection.SoftwareConnectionRequest;
import dev.weft.provider.fabric.object.Event;
import dev.weft.wait.Deadline;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Link;
import dev.weft.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The connection of an endpoint, from request to shutdown. The event queue reports every step
 * except the first.
 *
 * <pre>
 *   NEW --connect--> CONNECTING --answer--> CONNECTED --shutdown, or the peer leaves--> ENDED
 *    |                  '----refused, or not answered in time-----------------------> ^
 *    '---accept-----------------------------> CONNECTED                   close ------'
 * </pre>
 *
 * <p>Lock order: its own lock first, then those of machines, listeners and queues.
 */
public final class Connection implements EventSource {
  private static final byte[] NO_DATA = {};

  private enum Phase {
    NEW,
    CONNECTING,
    CONNECTED,
    ENDED
  }

  private final FabricObject endpoint;
  private final ConnectedState state;
  private ConnectionRequester requester;

  /** The deadline of the answer, and the timer that wakes a sleeping thread then, or null. */
  private long deadline;

  private Future<?> timer;
  private Phase phase = Phase.NEW;

  public Connection(FabricObject endpoint, ConnectedState state) {
    this.endpoint = endpoint;
    this.state = state;
  }

  /** {@code fi_connect(3)}, by an enabled endpoint. */
  public synchronized void connect(String address, byte[] data) {
    advance(Phase.NEW, Phase.CONNECTING, "fi_connect");
    state.expectPeer(true);
    requester = new ConnectionRequester(state.eventQueue::wake, state.eventQueue.sleeps());
    try {
      requester.request(
          state.domain.wire(), address, state.machine.address(), state.info.capabilities(), data);
    } catch (WireException e) {
      phase = Phase.ENDED;
      state.expectPeer(false);
      throw AttributeChecks.onWire("fi_connect", e);
    }
    startTimer(state.connectMillis);
    state.eventQueue.wake(); // sleeping threads do not poll the requester yet
  }

  private void startTimer(long millis) {
    deadline = Deadline.after(millis, TimeUnit.MILLISECONDS);
    if (millis >= 0) {
      Runnable wake = state.eventQueue::wake;
      timer = ForkJoinPool.commonPool().schedule(wake, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** {@code fi_accept(3)}, by an enabled endpoint. */
  public synchronized void accept(SoftwareConnectionRequest request, byte[] data) {
    if (request.isAnswered()) {
      throw SoftwareConnectionRequest.answered("fi_accept");
    }
    advance(Phase.NEW, Phase.CONNECTED, "fi_accept");
    state.expectPeer(true);
    Link link = linkTo(request.address());
    if (link == null) {
      request.reject(NO_DATA);
      failUnlinked();
    } else if (!request.accept(state.machine.address(), data)) {
      fail(Errno.ECONNABORTED, NO_DATA);
    } else {
      establish(link, NO_DATA);
    }
  }

  private void advance(Phase expected, Phase next, String call) {
    if (phase != expected) {
      throw new FabricException(
          Errno.EOPBADSTATE, call, "the connection is " + phase, "Open one endpoint for each");
    }
    phase = next;
  }

  /** {@code fi_shutdown(3)}. The event is that of the end, whichever side came first. */
  public synchronized void shutdown() {
    if (phase != Phase.CONNECTED) {
      throw new FabricException(
          Errno.ENOTCONN,
          "fi_shutdown",
          "the connection is " + phase,
          phase == Phase.ENDED ? "Open an endpoint for each connection" : "Connect first");
    }
    phase = Phase.ENDED;
    state.disconnect();
    report(EventType.SHUTDOWN, NO_DATA);
  }

  /** {@code fi_getpeer(3)}. */
  public byte[] peer() {
    Link link = state.peer();
    if (link == null) {
      throw new FabricException(
          Errno.ENOTCONN, "fi_getpeer", "there is no connection yet", "Wait for FI_CONNECTED");
    }
    return link.peerAddress().getBytes(StandardCharsets.UTF_8);
  }

  /** Called when the endpoint closes. */
  public synchronized void close() {
    phase = Phase.ENDED;
    endRequest();
  }

  private void endRequest() {
    if (requester != null) {
      requester.close();
      requester = null;
    }
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  @Override
  public ObjectClass objectClass() {
    return ObjectClass.EP;
  }

  @Override
  public synchronized void progress() {
    if (phase == Phase.CONNECTING) {
      requester.progress();
      handleAnswer(requester.answer());
    } else if (phase == Phase.CONNECTED && state.peer().isClosed()) {
      phase = Phase.ENDED;
      report(EventType.SHUTDOWN, NO_DATA);
    }
  }

  @Override
  public synchronized void progressAndArm() {
    if (phase == Phase.CONNECTING) {
      requester.progressAndArm();
    }
    progress();
  }

  private void handleAnswer(Answer answer) {
    if (answer == null) {
      failIfLate();
      return;
    }
    endRequest();
    Link link = answer.accepted() ? linkTo(answer.address()) : null;
    if (link != null) {
      establish(link, answer.data());
    } else if (answer.accepted()) {
      failUnlinked();
    } else {
      boolean refused = answer.error() == 0 || answer.error() == Errno.EAGAIN;
      fail(refused ? Errno.ECONNREFUSED : answer.error(), answer.data());
    }
  }

  /** The peer has left, or this process has no descriptor, room or address space for a link. */
  private void failUnlinked() {
    int own = state.machine.connectError();
    fail(own == 0 ? Errno.ECONNABORTED : own, NO_DATA);
  }

  /** Gives up the request after its timeout; a later accept finds no endpoint at the port. */
  private void failIfLate() {
    if (Deadline.hasPassed(deadline)) {
      endRequest();
      state.disconnect();
      fail(Errno.ETIMEDOUT, NO_DATA);
    }
  }

  private Link linkTo(String address) {
    EndpointMachine machine = state.machine;
    machine.enter();
    try {
      return machine.connect(address);
    } finally {
      machine.exit();
    }
  }

  private void establish(Link link, byte[] data) {
    phase = Phase.CONNECTED;
    state.peer(link);
    report(EventType.CONNECTED, data);
  }

  /** By an error number, or a {@link LayoutVersion#error}. */
  private void fail(int error, byte[] data) {
    phase = Phase.ENDED;
    state.expectPeer(false);
    state.eventQueue.report(Event.unconnected(endpoint, error, data));
  }

  private void report(int type, byte[] data) {
    state.eventQueue.report(Event.connection(type, endpoint, null, data));
  }
}
