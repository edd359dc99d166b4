package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.rdmacm.ConnectionChannel;
import dev.weft.rdmacm.ConnectionId;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.program.Side.Stage;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairState;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Runs the steps of a program and compares what each call does with {@link ConnectionModel}. */
final class ConnectionRun implements AutoCloseable {
  private static final int MOST_BYTES = 196;

  private final ConnectionSetup setup;
  private final ConnectionCalls calls;
  private final ConnectionModel model;
  private final ConnectionStations stations;
  private final Deliveries deliveries;
  private final Traffic traffic;
  private final Settling settling;
  private final Races races;

  ConnectionRun(ConnectionSetup setup, ConnectionCalls calls, Duration patience) {
    this.setup = setup;
    this.calls = calls;
    model = new ConnectionModel(setup);
    stations = new ConnectionStations(setup);
    deliveries = new Deliveries(setup, model, stations);
    traffic = new Traffic(model, stations);
    settling = new Settling(setup, model, stations, patience);
    races = new Races(setup, model, stations, calls);
  }

  void run(List<ConnectionStep> steps) {
    for (int i = 0; i < steps.size(); i++) {
      ConnectionStep step = steps.get(i);
      try {
        model.tick();
        run(step);
        settling.await();
      } catch (AssertionError | RuntimeException e) {
        e.addSuppressed(new IllegalStateException("step " + i + ": " + step));
        throw e;
      }
    }
    finish();
  }

  private void run(ConnectionStep step) {
    switch (step) {
      case ConnectionStep.Create s -> create(s.id(), s.channel());
      case ConnectionStep.Listen s -> listen(s.listener(), s.channel());
      case ConnectionStep.CreateQp s -> createQp(s.id(), s.kind());
      case ConnectionStep.DestroyQp s -> destroyQp(s.id());
      case ConnectionStep.Connect s -> connect(s);
      case ConnectionStep.Accept s -> accept(s);
      case ConnectionStep.Reject s -> reject(s);
      case ConnectionStep.Disconnect s -> disconnect(s.id());
      case ConnectionStep.Close s -> close(s.id());
      case ConnectionStep.Migrate s -> migrate(s.id(), s.channel());
      case ConnectionStep.MigrateListener s -> migrateListener(s.listener(), s.channel());
      case ConnectionStep.CloseListener s -> closeListener(s.listener());
      case ConnectionStep.CloseChannel s -> closeChannel(s.channel());
      case ConnectionStep.Take s -> deliveries.take(s.channel());
      case ConnectionStep.Receive s -> traffic.receive(s.id());
      case ConnectionStep.Send s -> traffic.send(s.id());
      case ConnectionStep.Modify s -> traffic.modify(s.id(), s.resets());
      case ConnectionStep.Race s -> races.run(s, deliveries::take);
      case ConnectionStep.Hurry s -> hurry(s);
    }
  }

  // Ids and their queue pairs

  private void create(int id, int channel) {
    if (isFree(id) && isFree(setup.peer(id)) && setup.isCaller(id)) {
      stations.forget(id);
      stations.forget(setup.peer(id));
      stations.ids[id] = new ConnectionId(stations.channels.get(channel), id);
      model.create(id, channel);
    }
  }

  private boolean isFree(int id) {
    return Set.of(Stage.NONE, Stage.CLOSED).contains(model.sides[id].stage);
  }

  private void createQp(int id, int kind) {
    if (stations.ids[id] == null) {
      return;
    }
    if (model.canCreateQp(model.sides[id])) {
      stations.createQp(id, kind);
      model.createQp(model.sides[id], kind);
    } else {
      refused(() -> stations.createQp(id, kind), "rdma_create_qp");
    }
  }

  private static void refused(Runnable call, String name) {
    VerbsException refusal = assertThrows(VerbsException.class, call::run, name);
    assertEquals(VerbsErrno.EINVAL, refusal.errno(), refusal::toString);
    assertEquals(name, refusal.call(), refusal::toString);
  }

  /** Calls it; or, in another state or with wrong arguments, is refused. True if it was called. */
  private static boolean isCalled(Runnable call, String name, boolean allowed, long bytes) {
    if (allowed && bytes <= MOST_BYTES) {
      call.run();
      return true;
    }
    if (allowed) {
      assertThrows(IllegalArgumentException.class, call::run, name);
    } else if (bytes > MOST_BYTES) {
      assertThrows(RuntimeException.class, call::run, name); // for either reason
    } else {
      refused(call, name);
    }
    return false;
  }

  private void destroyQp(int id) {
    stations.destroyQp(id);
    model.destroyQp(model.sides[id]);
  }

  private void hurry(ConnectionStep.Hurry step) {
    int id = step.id();
    int listener = step.listener();
    if (stations.ids[id] == null
        || !model.canConnect(model.sides[id])
        || !model.listeners[listener].open
        || model.listeners[listener].channel == ConnectionModel.NOWHERE) {
      return;
    }
    connect(new ConnectionStep.Connect(id, listener, 0, false));
    switch (step.act() % 6) {
      case 0 -> {
        disconnect(id);
        closeListener(listener);
      }
      case 1 -> {
        close(id);
        closeListener(listener);
      }
      case 2 -> {
        stations.closeListener(listener);
        model.closeListenerAtOnce(id, listener);
      }
      case 3 -> closeChannel(model.listeners[listener].channel);
      case 4 -> migrateListener(listener, step.channel());
      default -> {
        destroyQp(id);
        stations.closeListener(listener);
        model.closeListenerAtOnce(id, listener);
      }
    }
  }

  private void connect(ConnectionStep.Connect step) {
    int id = step.id();
    if (stations.ids[id] == null || stations.listeners[step.listener()] == null) {
      return;
    }
    boolean allowed = model.canConnect(model.sides[id]) && !step.greedy();
    var peer = stations.listeners[step.listener()].address();
    var parameters = parameters(id, step.greedy());
    byte[] data = Deliveries.data(id, step.bytes());
    Runnable call = () -> calls.connect(stations.ids[id], peer, parameters, data);
    if (isCalled(call, "rdma_connect", allowed, step.bytes())) {
      model.connect(id, step.listener(), step.bytes());
    }
  }

  /** The retries tell who calls. */
  private ConnectionParameters parameters(int id, boolean greedy) {
    ConnectionParameters usual =
        ConnectionParameters.usual()
            .withRetries(Deliveries.MOST_RETRIES - id % setup.callers(), Deliveries.MOST_RETRIES);
    return greedy ? usual.withReads(stations.mostReads(model.sides[id].kind) + 1) : usual;
  }

  private void accept(ConnectionStep.Accept step) {
    int id = step.id();
    if (stations.ids[id] == null) {
      return;
    }
    boolean allowed = model.canAccept(model.sides[id]) && !step.greedy();
    var parameters = parameters(id, step.greedy());
    byte[] data = Deliveries.data(id, step.bytes());
    Runnable call = () -> calls.accept(stations.ids[id], parameters, data);
    if (allowed && step.bytes() <= MOST_BYTES && !model.mismatch(id).isEmpty()) {
      refused(call, "rdma_accept");
      model.refuse(id);
    } else if (allowed
        && step.bytes() <= MOST_BYTES
        && model.sides[id].pair != QueuePairState.INIT) {
      refused(call, "ibv_modify_qp");
    } else if (isCalled(call, "rdma_accept", allowed, step.bytes())) {
      model.accept(id, step.bytes());
    }
  }

  private void reject(ConnectionStep.Reject step) {
    int id = step.id();
    if (stations.ids[id] == null) {
      return;
    }
    boolean allowed = model.sides[id].stage == Stage.CALLED;
    byte[] data = Deliveries.data(id, step.bytes());
    Runnable call = () -> calls.reject(stations.ids[id], data);
    if (isCalled(call, "rdma_reject", allowed, step.bytes())) {
      model.reject(id, step.bytes());
    }
  }

  private void disconnect(int id) {
    if (stations.ids[id] != null) {
      calls.disconnect(stations.ids[id]);
      model.disconnect(id);
    }
  }

  private void close(int id) {
    if (stations.ids[id] != null) {
      calls.close(stations.ids[id]);
      model.close(id);
    }
  }

  private void migrate(int id, int channel) {
    if (stations.ids[id] != null) {
      calls.migrate(stations.ids[id], stations.channels.get(channel));
      model.migrate(model.sides[id], channel);
    }
  }

  // Listeners and channels

  private void listen(int listener, int channel) {
    if (!model.listeners[listener].open) {
      stations.listen(listener, channel);
      model.listeners[listener].open = true;
      model.listeners[listener].channel = channel;
    }
  }

  private void migrateListener(int listener, int channel) {
    if (stations.listeners[listener] != null) {
      stations.listeners[listener].migrate(stations.channels.get(channel));
      model.migrateListener(listener, channel);
    }
  }

  private void closeListener(int listener) {
    if (stations.listeners[listener] != null) {
      stations.closeListener(listener);
      model.closeListener(listener);
    }
  }

  private void closeChannel(int channel) {
    ConnectionChannel closed = stations.channels.get(channel);
    closed.close();
    assertThrows(IllegalStateException.class, () -> closed.getEvent(Duration.ZERO));
    stations.channels.set(channel, new ConnectionChannel());
    model.closeChannel(channel);
  }

  /** Reads all events, then closes what is open. */
  private void finish() {
    for (int channel = 0; channel < setup.channels(); channel++) {
      while (model.count(channel) > 0) {
        deliveries.take(channel);
      }
    }
    for (int id = 0; id < setup.sides(); id++) {
      model.tick();
      close(id);
      settling.await();
    }
    for (int listener = 0; listener < setup.listeners(); listener++) {
      closeListener(listener);
    }
    settling.await();
  }

  @Override
  public void close() {
    stations.close();
  }
}
