package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.program.LateException;
import dev.weft.rdmacm.program.Side.Stage;
import java.time.Duration;
import java.util.Objects;

/** Waits for what a step has caused. */
final class Settling {
  private final ConnectionSetup setup;
  private final ConnectionModel model;
  private final ConnectionStations stations;
  private final Duration patience;

  Settling(
      ConnectionSetup setup,
      ConnectionModel model,
      ConnectionStations stations,
      Duration patience) {
    this.setup = setup;
    this.model = model;
    this.stations = stations;
    this.patience = patience;
  }

  /**
   * Waits until all that the model says has come.
   *
   * @throws LateException if it does not come in time
   */
  void await() {
    long start = System.nanoTime();
    String missing = missing();
    while (missing != null) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new LateException("after " + patience + ": " + missing);
      }
      Thread.yield();
      missing = missing();
    }
    for (int channel = 0; channel < setup.channels(); channel++) {
      assertEquals(model.count(channel), stations.count(channel), "events of " + channel);
    }
    model
        .ids(id -> stations.ids[id] != null)
        .forEach(
            id -> {
              assertEquals(model.sides[id].successes, stations.successes[id], "completions");
              assertEquals(model.sides[id].flushes, stations.flushes[id], "flushed requests");
            });
  }

  private String missing() {
    stations.poll();
    int due = 0;
    int there = 0;
    for (int channel = 0; channel < setup.channels(); channel++) {
      due += model.count(channel);
      there += stations.count(channel);
    }
    if (there < due) {
      return "%d event(s) of %d".formatted(there, due);
    }
    return model
        .ids(id -> stations.ids[id] != null)
        .mapToObj(this::missing)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private String missing(int id) {
    Side side = model.sides[id];
    if (!stations.ids[id].toString().contains(shown(side.stage))) {
      return id + ": " + stations.ids[id] + " is not " + side.stage;
    }
    if (side.pair != stations.state(id)) {
      return id + ": state=" + stations.state(id) + ", not " + side.pair;
    }
    boolean complete =
        stations.successes[id] >= side.successes && stations.flushes[id] >= side.flushes;
    return complete ? null : id + ": completions";
  }

  private static String shown(Stage stage) {
    return stage == Stage.CLOSED ? Stage.ENDED.name() : stage.name();
  }
}
