package dev.weft.rdmacm.program;

import static dev.weft.rdmacm.ConnectionEventType.CONNECT_ERROR;
import static dev.weft.rdmacm.ConnectionEventType.DISCONNECTED;
import static dev.weft.rdmacm.ConnectionEventType.ESTABLISHED;
import static dev.weft.rdmacm.ConnectionEventType.REJECTED;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.ConnectionEvent;
import dev.weft.rdmacm.ConnectionEventType;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.program.Side.Stage;
import dev.weft.verbs.attributes.QueuePairState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Both sides end a connection at once. An established one ends as in either order. One that is
 * being made ends for each side, and how depends on who was first; the man pages allow each of
 * {@link #endings}.
 */
final class Races {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final List<ConnectionEventType> BRIEFLY = List.of(ESTABLISHED, DISCONNECTED);

  /** What a side does at once with its peer; an established one does not answer. */
  enum Act {
    DISCONNECT,
    CLOSE,
    ACCEPT,
    ACCEPT_AND_DISCONNECT,
    REJECT
  }

  private final ConnectionSetup setup;
  private final ConnectionModel model;
  private final ConnectionStations stations;
  private final ConnectionCalls calls;

  Races(
      ConnectionSetup setup,
      ConnectionModel model,
      ConnectionStations stations,
      ConnectionCalls calls) {
    this.setup = setup;
    this.model = model;
    this.stations = stations;
    this.calls = calls;
  }

  /**
   * Runs the step where there is a connection.
   *
   * @param take reads an event of a channel
   */
  void run(ConnectionStep.Race step, IntConsumer take) {
    int caller = step.id();
    int called = setup.peer(caller);
    if (stations.ids[caller] == null || stations.ids[called] == null) {
      return;
    }
    if (model.sides[caller].stage == Stage.ESTABLISHED) {
      endBoth(step, caller, called);
    } else if (isAsked(caller, called)) {
      readAll(model.sides[caller].channel, take);
      readAll(model.sides[called].channel, take);
      answer(caller, act(step.caller(), 2), called, act(step.called(), Act.values().length));
    }
  }

  private static Act act(int number, int of) {
    return Act.values()[number % of];
  }

  private boolean isAsked(int caller, int called) {
    Side asking = model.sides[caller];
    Side asked = model.sides[called];
    return asking.stage == Stage.CONNECTING
        && asked.stage == Stage.CALLED
        && asking.pair == QueuePairState.INIT
        && asked.pair == QueuePairState.INIT
        && asking.channel != ConnectionModel.NOWHERE
        && asked.channel != ConnectionModel.NOWHERE
        && model.mismatch(called).isEmpty();
  }

  private void readAll(int channel, IntConsumer take) {
    while (model.count(channel) > 0) {
      take.accept(channel);
    }
  }

  private void endBoth(ConnectionStep.Race step, int caller, int called) {
    Act first = act(step.caller(), 2);
    Act second = act(step.called(), 2);
    atOnce(() -> act(caller, first), () -> act(called, second));
    model.disconnect(caller);
    forgetIfClosed(caller, first);
    forgetIfClosed(called, second);
  }

  private void forgetIfClosed(int id, Act act) {
    if (act == Act.CLOSE) {
      model.close(id);
    }
  }

  private void answer(int caller, Act ending, int called, Act answer) {
    atOnce(() -> act(caller, ending), () -> act(called, answer));
    List<ConnectionEventType> toCaller = new ArrayList<>();
    List<ConnectionEventType> toCalled = new ArrayList<>();
    boolean accepts = Set.of(Act.ACCEPT, Act.ACCEPT_AND_DISCONNECT).contains(answer);
    if (ending != Act.CLOSE) {
      awaitEnd(caller, toCaller, toCalled);
    }
    if (accepts || answer == Act.DISCONNECT) {
      awaitEnd(called, toCalled, toCaller);
    }
    assertTrue(endings(ending, answer).contains(toCaller), () -> answer + ": caller " + toCaller);
    assertTrue(answers(answer).contains(toCalled), () -> answer + ": called " + toCalled);
    boolean connected = stations.state(caller) == QueuePairState.ERR;
    assertTrue(connected || !toCaller.contains(ESTABLISHED), "flushed");
    model.endedBy(caller, connected, ending == Act.CLOSE);
    model.endedBy(called, accepts, answer == Act.CLOSE);
  }

  /** What the caller may be told. */
  private static Set<List<ConnectionEventType>> endings(Act ending, Act answer) {
    Set<List<ConnectionEventType>> allowed = new HashSet<>();
    if (ending == Act.CLOSE) {
      allowed.add(List.of());
      return allowed;
    }
    allowed.add(List.of(DISCONNECTED));
    switch (answer) {
      case CLOSE, REJECT -> allowed.add(List.of(REJECTED));
      case DISCONNECT -> allowed.add(List.of(CONNECT_ERROR));
      case ACCEPT -> allowed.add(BRIEFLY);
      case ACCEPT_AND_DISCONNECT -> {
        allowed.add(BRIEFLY);
        allowed.add(List.of(CONNECT_ERROR));
      }
    }
    return allowed;
  }

  /** What the one that was called may be told. */
  private static Set<List<ConnectionEventType>> answers(Act answer) {
    return switch (answer) {
      case CLOSE, REJECT -> Set.of(List.of());
      case DISCONNECT -> Set.of(List.of(DISCONNECTED));
      case ACCEPT -> Set.of(List.of(CONNECT_ERROR), BRIEFLY);
      case ACCEPT_AND_DISCONNECT -> Set.of(List.of(CONNECT_ERROR), BRIEFLY, List.of(DISCONNECTED));
    };
  }

  private void awaitEnd(
      int id, List<ConnectionEventType> own, List<ConnectionEventType> ofThePeer) {
    while (own.isEmpty() || own.getLast() == ESTABLISHED) {
      ConnectionEvent event = next(model.sides[id].channel);
      (event.id().equals(stations.ids[id]) ? own : ofThePeer).add(event.type());
    }
  }

  private ConnectionEvent next(int channel) {
    try {
      ConnectionEvent event = stations.channels.get(channel).getEvent(PATIENCE);
      assertNotNull(event, "no event");
      return event;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void act(int id, Act act) {
    var own = stations.ids[id];
    switch (act) {
      case DISCONNECT -> calls.disconnect(own);
      case CLOSE -> calls.close(own);
      case ACCEPT -> calls.accept(own, ConnectionParameters.usual(), null);
      case ACCEPT_AND_DISCONNECT -> {
        calls.accept(own, ConnectionParameters.usual(), null);
        calls.disconnect(own);
      }
      case REJECT -> calls.reject(own, null);
    }
  }

  private static void atOnce(Runnable one, Runnable other) {
    CountDownLatch start = new CountDownLatch(1);
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(
            () -> {
              start.countDown();
              other.run();
            },
            Thread::startVirtualThread);
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    one.run();
    second.join();
  }
}
