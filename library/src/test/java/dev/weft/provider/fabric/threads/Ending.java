package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.fabric.Counter;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ends all operations, once the threads of a program have ended. */
final class Ending {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);
  private static final int EXTRA = 3;

  private final Stations stations;
  private final Ledger ledger;
  private final QueueReader reader;
  private final Poster poster;
  private final List<Receiving> sinks = new ArrayList<>();
  private final long start = System.nanoTime();

  Ending(Stations stations, Ledger ledger, java.util.Random random, Arena arena) {
    this.stations = stations;
    this.ledger = ledger;
    reader = new QueueReader(stations, ledger, arena);
    poster = new Poster(stations.setup.threads(), random, stations, ledger, arena);
  }

  /** Receives all messages, then cancels the receives that are left. */
  void run() {
    while (!isQuiet()) {
      advance();
      receive();
    }
    while (ledger.all(Receiving.class).anyMatch(Ending::isPosted)) {
      ledger.all(Receiving.class).filter(Ending::isPosted).forEach(this::cancel);
      advance();
    }
    for (int i = 0; i < EXTRA; i++) {
      reader.readAll();
    }
    while (!stations.open().stream().allMatch(this::isCounted)) {
      advance();
    }
  }

  private void advance() {
    if (!reader.readAll()) {
      Thread.yield();
    }
    if (System.nanoTime() - start > PATIENCE) {
      fail("does not end: " + unfinished());
    }
  }

  private List<Operation> unfinished() {
    return ledger.all(Operation.class).filter(Ending::isUnfinished).toList();
  }

  private boolean isQuiet() {
    return ledger.all(Operation.class).noneMatch(Ending::isUnfinished)
        && stations.all.stream().flatMap(each -> each.regions.stream()).allMatch(this::isAdded);
  }

  private boolean isAdded(Region region) {
    return region.station.closing || region.sum() >= FinalChecks.leastSum(ledger, region);
  }

  private static boolean isUnfinished(Operation operation) {
    if (operation instanceof Sending sent && sent.mustArrive() && sent.taken.get() == 0) {
      return true;
    }
    return !(operation instanceof Receiving)
        && operation.accepted
        && !operation.isSilent()
        && !operation.mayVanish()
        && !operation.hasEnded();
  }

  private static boolean isPosted(Receiving receive) {
    return receive.accepted && !receive.hasEnded() && !receive.mayVanish();
  }

  private static boolean takesRoom(Operation operation) {
    boolean shared = operation instanceof Receiving && operation.station.shares();
    boolean gone = operation.station.closing && !shared;
    return operation.accepted && !operation.isSilent() && !operation.hasEnded() && !gone;
  }

  private void receive() {
    sinks.removeIf(Operation::hasEnded);
    for (Station station : stations.open()) {
      receive(station, true);
      receive(station, false);
    }
  }

  /** Posts a receive of any message unless one is posted; makes room for it if there is none. */
  private void receive(Station station, boolean tagged) {
    boolean there =
        sinks.stream().anyMatch(sink -> sink.tagged == tagged && sink.station.equals(station));
    if (!there) {
      Receiving sink = poster.sink(station, tagged);
      if (sink.accepted) {
        sinks.add(sink);
      } else {
        makeRoom();
      }
    }
  }

  /**
   * Cancels what takes room: receives that are no sinks, else sends that no receive has matched.
   */
  private void makeRoom() {
    List<Operation> others =
        ledger
            .all(Operation.class)
            .filter(each -> takesRoom(each) && !sinks.contains(each))
            .toList();
    List<Operation> receives = others.stream().filter(Receiving.class::isInstance).toList();
    (receives.isEmpty() ? others : receives).forEach(this::cancel);
  }

  private void cancel(Operation operation) {
    operation.cancelTried = true;
    operation.station.cancel(operation);
  }

  private boolean isCounted(Station station) {
    return station.counters.entrySet().stream()
        .allMatch(
            each -> ended(each.getValue()) >= FinalChecks.accepted(ledger, station, each.getKey()));
  }

  private static long ended(Counter counter) {
    return counter.read() + counter.readErr();
  }
}
