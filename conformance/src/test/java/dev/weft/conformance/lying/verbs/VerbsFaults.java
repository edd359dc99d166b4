package dev.weft.conformance.lying.verbs;

import java.util.List;
import java.util.stream.Stream;

/** All faults by which the verbs clauses are tested. */
public final class VerbsFaults {

  private VerbsFaults() {}

  /** Every fault with the clause that must catch it. */
  public static List<VerbsFault> all() {
    return Stream.of(
            QueueLies.all(),
            PostLies.all(),
            BuilderLies.all(),
            PollLies.all(),
            IteratorLies.all(),
            EventLies.all(),
            TagLies.all(),
            ListLies.all())
        .flatMap(List::stream)
        .toList();
  }
}
