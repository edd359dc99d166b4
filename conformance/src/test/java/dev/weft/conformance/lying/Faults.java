package dev.weft.conformance.lying;

import java.util.List;
import java.util.stream.Stream;

/** All faults by which the libfabric clauses are tested. */
public final class Faults {

  private Faults() {}

  /** Every fault with the clause that must catch it. */
  public static List<Fault> all() {
    return Stream.of(
            ReadFaults.all(),
            RoomFaults.all(),
            OrderFaults.all(),
            ErrorFaults.all(),
            WaitFaults.all(),
            SleepFaults.all(),
            PollFaults.all(),
            CounterFaults.all(),
            ListFaults.all(),
            PeerFaults.all(),
            CapabilityFaults.all())
        .flatMap(List::stream)
        .toList();
  }
}
