package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What must be so of all operations together, once all have ended. */
final class FinalChecks {
  private final Stations stations;
  private final Ledger ledger;

  FinalChecks(Stations stations, Ledger ledger) {
    this.stations = stations;
    this.ledger = ledger;
  }

  void check() {
    ledger.all(Operation.class).forEach(Operation::assertEntries);
    ledger.all(Sending.class).forEach(Sending::assertFate);
    ledger.all(Receiving.class).forEach(Receiving::assertFate);
    assertOrder();
    assertInjects();
    stations.all.stream().flatMap(station -> station.regions.stream()).forEach(this::assertRegion);
    stations.open().forEach(this::assertCounters);
  }

  // Order.

  private List<Sending> withdrawn() {
    return ledger
        .all(Sending.class)
        .filter(sent -> sent.error == Errno.ECANCELED || sent.station.closing)
        .toList();
  }

  /** From one thread to one thread, no message overtakes one that its receive admits. */
  private void assertOrder() {
    List<Sending> withdrawn = withdrawn();
    Map<List<Object>, List<Receiving>> flows =
        ledger
            .all(Receiving.class)
            .filter(receive -> receive.message != null)
            .sorted(Comparator.comparingLong(receive -> receive.number))
            .collect(Collectors.groupingBy(FinalChecks::flow));
    flows.values().forEach(flow -> assertOrder(flow, withdrawn));
  }

  private static List<Object> flow(Receiving receive) {
    Sending sent = receive.message;
    return List.of(receive.thread, receive.tagged, sent.thread, sent.station, sent.to);
  }

  /** Except of receives that a message may have had before, until its sender withdrew it. */
  private static void assertOrder(List<Receiving> flow, List<Sending> withdrawn) {
    for (int i = 0; i < flow.size(); i++) {
      Receiving first = flow.get(i);
      if (withdrawn.stream().anyMatch(first::admits)) {
        continue;
      }
      for (Receiving second : flow.subList(i, flow.size())) {
        boolean overtaken = second.message.number < first.message.number;
        assertTrue(
            !overtaken || !first.admits(second.message),
            () ->
                "overtaken: "
                    + first
                    + " has "
                    + first.message
                    + ", but "
                    + second
                    + " has "
                    + second.message);
      }
    }
  }

  // Injects.

  private void assertInjects() {
    long failed = stations.all.stream().mapToLong(each -> each.failedInjects.get()).sum();
    long mayFail = ledger.all(Operation.class).filter(FinalChecks::mayFailSilently).count();
    assertTrue(failed <= mayFail, () -> failed + " injects failed, at most " + mayFail + " may");
  }

  private static boolean mayFailSilently(Operation operation) {
    return operation.accepted
        && switch (operation) {
          case Sending sent -> sent.inject && sent.to.closing;
          case Accessing access -> access.isSilent() && !access.mustSucceed();
          default -> false;
        };
  }

  // Memory.

  private static Stream<Accessing> additions(Ledger ledger, Region region) {
    return ledger
        .all(Accessing.class)
        .filter(access -> access.region.equals(region) && access.kind.adds() && access.accepted);
  }

  /** What was certainly added. */
  static long leastSum(Ledger ledger, Region region) {
    return additions(ledger, region)
        .filter(add -> add.isSilent() ? add.mustSucceed() && !add.station.closing : succeeded(add))
        .mapToLong(add -> add.added)
        .sum();
  }

  private static boolean succeeded(Accessing access) {
    return access.hasEnded() && access.error == 0;
  }

  private static long mostSum(Ledger ledger, Region region) {
    return additions(ledger, region)
        .filter(add -> add.error == 0 || add.cancelTried || region.station.closing)
        .mapToLong(add -> add.added)
        .sum();
  }

  private void assertRegion(Region region) {
    region.assertGuards();
    long least = region.station.closing ? 0 : leastSum(ledger, region);
    long most = mostSum(ledger, region);
    long sum = region.sum();
    assertTrue(
        least <= sum && sum <= most,
        () -> "sum %d, allowed %d to %d: %s".formatted(sum, least, most, region));
    assertFetched(region, sum);
  }

  private void assertFetched(Region region, long sum) {
    Set<Long> seen = new HashSet<>();
    additions(ledger, region)
        .filter(add -> add.kind == Accessing.Kind.FETCH_ADD && succeeded(add))
        .forEach(
            add -> {
              long before = add.fetched();
              assertTrue(seen.add(before), () -> "fetched twice: " + before + ", " + add);
              assertTrue(before + add.added <= sum, () -> "fetched " + before + ": " + add);
            });
  }

  // Counters.

  /** The operations that a counter with this flag counts, without those that had no room. */
  private static Stream<Operation> counted(Ledger ledger, Station station, long flag) {
    return ledger
        .all(Operation.class)
        .filter(operation -> operation.accepted && operation.station.equals(station))
        .filter(operation -> flag(operation) == flag);
  }

  static long accepted(Ledger ledger, Station station, long flag) {
    return station.shares() && flag == BindFlags.RECV ? 0 : counted(ledger, station, flag).count();
  }

  private static long flag(Operation operation) {
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

  private void assertCounters(Station station) {
    station.counters.forEach(
        (flag, counter) -> {
          if (!station.shares() || flag != BindFlags.RECV) {
            assertCounter(station, flag, counter);
          }
        });
  }

  private void assertCounter(Station station, long flag, Counter counter) {
    long all = accepted(ledger, station, flag);
    long errors = counted(ledger, station, flag).filter(each -> each.error != 0).count();
    long uncertain = counted(ledger, station, flag).filter(FinalChecks::mayFailSilently).count();
    String about = "counter " + BindFlags.describe(flag) + " of " + station;
    assertEquals(all, counter.read() + counter.readErr(), about);
    long failed = counter.readErr();
    assertTrue(
        errors <= failed && failed <= errors + uncertain,
        () ->
            "%s: %d errors, allowed %d to %d".formatted(about, failed, errors, errors + uncertain));
  }
}
