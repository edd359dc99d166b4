package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.attributes.BindFlags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Compares counters with the operations that they count. */
final class Counting {
  private final Ledger ledger;
  private final Map<Counter, Set<Bound>> bounds = new HashMap<>();

  /** What a counter counts. */
  private record Bound(Station station, long flag) {
    boolean counts(Operation operation) {
      return operation.station.equals(station) && flagOf(operation) == flag;
    }
  }

  Counting(Stations stations, Ledger ledger) {
    this.ledger = ledger;
    stations.all.forEach(station -> station.counters.forEach((flag, it) -> add(it, station, flag)));
    bounds.values().removeIf(all -> !isCertain(all, stations));
  }

  private void add(Counter counter, Station station, long flag) {
    bounds.computeIfAbsent(counter, _ -> new HashSet<>()).add(new Bound(station, flag));
  }

  /** Not if an endpoint was closed, or another one may have counted a receive of the context. */
  private static boolean isCertain(Set<Bound> all, Stations stations) {
    return all.stream().noneMatch(bound -> bound.station().closing)
        && (stations.setup.oneCounter()
            || all.stream()
                .noneMatch(bound -> bound.station().shares() && bound.flag() == BindFlags.RECV));
  }

  private static long flagOf(Operation operation) {
    return switch (operation) {
      case Sending _ -> BindFlags.SEND;
      case Receiving _ -> BindFlags.RECV;
      case Accessing access ->
          access.kind == Accessing.Kind.READ || access.kind == Accessing.Kind.FETCH_ADD
              ? BindFlags.READ
              : BindFlags.WRITE;
      default -> throw new IllegalArgumentException(operation.toString());
    };
  }

  private Stream<Operation> counted(Set<Bound> all) {
    return ledger
        .all(Operation.class)
        .filter(each -> each.accepted && all.stream().anyMatch(bound -> bound.counts(each)));
  }

  /** Whether the counters have reached what they must. */
  boolean isComplete() {
    return bounds.entrySet().stream()
        .allMatch(each -> ended(each.getKey()) >= counted(each.getValue()).count());
  }

  private static long ended(Counter counter) {
    return counter.read() + counter.readErr();
  }

  void assertCounters() {
    bounds.forEach(this::assertCounter);
  }

  private void assertCounter(Counter counter, Set<Bound> all) {
    long errors = counted(all).filter(each -> each.error != 0).count();
    long uncertain = counted(all).filter(FinalChecks::mayFailSilently).count();
    assertEquals(counted(all).count(), ended(counter), () -> "counter of " + all);
    long failed = counter.readErr();
    assertTrue(
        errors <= failed && failed <= errors + uncertain,
        () -> "%d errors, allowed %d and %d more: %s".formatted(failed, errors, uncertain, all));
  }
}
