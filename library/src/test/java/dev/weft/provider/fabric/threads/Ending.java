package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Ends all operations, once the threads of a program have ended. */
final class Ending {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);
  private static final int EXTRA = 3;

  private final Stations stations;
  private final Ledger ledger;
  private final QueueReader reader;
  private final Poster poster;
  private final Map<List<Object>, Receiving> sinks = new HashMap<>();
  private final long start = System.nanoTime();

  Ending(Stations stations, Ledger ledger, Random random, Arena arena) {
    this.stations = stations;
    this.ledger = ledger;
    reader = new QueueReader(stations, ledger, arena);
    poster = new Poster(stations.setup.threads(), random, stations, ledger, arena);
  }

  /** Receives all messages, then cancels the receives that are left. */
  void run() {
    while (!isQuiet()) {
      if (!advance()) {
        stations.open().forEach(this::makeRoom);
      }
      receive();
    }
    sinks.clear();
    do {
      ledger.all(Receiving.class).filter(this::isSpare).forEach(this::cancel);
      advance();
    } while (ledger.all(Receiving.class).anyMatch(Ending::isPosted));
    for (int i = 0; i < EXTRA; i++) {
      reader.readAll();
    }
    Counting counting = new Counting(stations, ledger);
    while (!counting.isComplete()) {
      advance();
    }
  }

  /** Reads all entries; false if there was none. */
  private boolean advance() {
    boolean any = reader.readAll();
    if (!any) {
      Thread.yield();
    }
    if (System.nanoTime() - start > PATIENCE) {
      fail("does not end: " + unfinished());
    }
    return any;
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

  private void receive() {
    for (Station station : stations.open()) {
      for (boolean tagged : new boolean[] {true, false}) {
        receive(sinks.computeIfAbsent(List.of(station, tagged), _ -> poster.sink(station, tagged)));
      }
    }
    sinks.values().removeIf(Operation::hasEnded);
  }

  /** Posts a receive of any message unless it is posted; makes room for it if there is none. */
  private void receive(Receiving sink) {
    if (!sink.accepted) {
      poster.receive(sink);
    }
    if (!sink.accepted) {
      ledger.all(Receiving.class).filter(this::isSpare).forEach(this::cancel);
    }
  }

  private boolean isSpare(Receiving receive) {
    boolean open = receive.station.shares() || !receive.station.closing;
    return open && receive.accepted && !receive.hasEnded() && !sinks.containsValue(receive);
  }

  /** Cancels a send if sends and the receives of any message have all places of the queue. */
  private void makeRoom(Station station) {
    List<Operation> pending =
        ledger.all(Operation.class).filter(each -> holdsPlace(each, station)).toList();
    if (pending.size() >= station.receives.size()) {
      pending.stream().filter(Sending.class::isInstance).findFirst().ifPresent(this::cancel);
    }
  }

  /** Whether it keeps a place in the queue for receives of this station. */
  private boolean holdsPlace(Operation operation, Station station) {
    boolean stays = !(operation instanceof Receiving) || sinks.containsValue(operation);
    return stays
        && operation.accepted
        && !operation.isSilent()
        && !operation.hasEnded()
        && !operation.station.closing
        && operation.station.sends.equals(station.receives);
  }

  private void cancel(Operation operation) {
    operation.cancelTried = true;
    operation.station.cancel(operation);
  }
}
