package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertTrue;

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
    new Counting(stations, ledger).assertCounters();
  }

  // Order.

  /**
   * From one thread to one thread, no message overtakes one that its receive admits. A receive is
   * posted again if its message is withdrawn in transfer, so others may overtake that one.
   */
  private void assertOrder() {
    Map<List<Object>, List<Receiving>> flows =
        ledger
            .all(Receiving.class)
            .filter(receive -> receive.message != null)
            .sorted(Comparator.comparingLong(receive -> receive.order))
            .collect(Collectors.groupingBy(FinalChecks::flow));
    flows.values().forEach(this::assertOrder);
  }

  private static List<Object> flow(Receiving receive) {
    Sending sent = receive.message;
    return List.of(receive.thread, receive.tagged, sent.thread, sent.station, sent.to);
  }

  private void assertOrder(List<Receiving> flow) {
    for (int i = 0; i < flow.size(); i++) {
      Receiving first = flow.get(i);
      for (Receiving second : flow.subList(i, flow.size())) {
        boolean overtaken = second.message.order < first.message.order;
        assertTrue(
            !overtaken || !first.admits(second.message) || mayBePostedAgain(first),
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

  private boolean mayBePostedAgain(Receiving receive) {
    return ledger
        .all(Sending.class)
        .anyMatch(sent -> (sent.error != 0 || sent.station.closing) && receive.admits(sent));
  }

  // Injects.

  private void assertInjects() {
    long failed = stations.all.stream().mapToLong(each -> each.failedInjects.get()).sum();
    long mayFail = ledger.all(Operation.class).filter(FinalChecks::mayFailSilently).count();
    assertTrue(failed <= mayFail, () -> failed + " injects failed, at most " + mayFail + " may");
  }

  static boolean mayFailSilently(Operation operation) {
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
}
