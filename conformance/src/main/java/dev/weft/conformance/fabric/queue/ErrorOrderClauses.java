package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.returnedOneOf;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Check.value;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Sentinel;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.Errno;
import java.util.List;
import java.util.Set;

/** Order and reading of failed operations: ER-001 to ER-007, ER-025. */
public final class ErrorOrderClauses {

  private static final String READ = "fi_cq(3), fi_cq_read";
  private static final String READERR = "fi_cq(3), fi_cq_readerr";

  private ErrorOrderClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("ER-001", Level.REQUIRED, READ)
            .says("a failed operation never comes out of a read; readerr fetches it")
            .lookAt("where read decides between an entry and an error")
            .check(ErrorOrderClauses::failedIsNotRead),
        clause("ER-002", Level.REQUIRED, READ)
            .says("while an error is pending, read returns -FI_EAVAIL and touches no memory")
            .lookAt("what read stores before it has looked at the status")
            .check(ErrorOrderClauses::pendingErrorTouchesNothing),
        clause("ER-003", Level.INFERRED, READ + "; prov/util")
            .says("an error keeps its place: entries before it come first, those after it later")
            .lookAt("where a batch of entries ends when the next record is a failed one")
            .check(ErrorOrderClauses::errorKeepsItsPlace),
        clause("ER-004", Level.PERMITTED, READ)
            .says("errors may overtake entries, but neither of them is ever lost")
            .lookAt("what happens to entries that were ready behind or before an error")
            .check(ErrorOrderClauses::nothingIsLostAroundErrors),
        clause("ER-005", Level.REQUIRED, READERR)
            .says("readerr returns 1 and takes one error, the oldest first")
            .lookAt("the return value of readerr and the end of the error list it takes from")
            .check(ErrorOrderClauses::oneErrorPerCall),
        clause("ER-006", Level.REQUIRED, READERR)
            .says("readerr without an error returns -FI_EAGAIN at once")
            .lookAt("the empty branch of readerr")
            .check(ErrorOrderClauses::noErrorIsAgain),
        clause("ER-007", Level.UNSTATED, READERR)
            .says("readerr does not lose an entry that is queued before the error")
            .lookAt("whether readerr looks at the head only")
            .check(ErrorOrderClauses::readErrBehindAnEntry),
        clause("ER-025", Level.UNSTATED, READERR)
            .says("readerr works with flags 0; other flags lose no error")
            .lookAt("what readerr does with its flags argument")
            .check(ErrorOrderClauses::flagsOfReadErr));
  }

  private static void failedIsNotRead(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.fail(7);
    for (int i = 0; i < 5; i++) {
      returned(-Errno.EAVAIL, queue.read(8), "read with a cancelled receive pending");
    }
    returned(1, queue.readErr(), "readerr");
    equal(7L, queue.error().context(), "context of the error");
    queue.expectEmpty("after the only error was fetched");
  }

  private static void pendingErrorTouchesNothing(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.fail(7);
    Sentinel.fill(queue.batch().segment());
    Sentinel.fill(queue.sources().segment());
    for (int i = 0; i < 3; i++) {
      returned(-Errno.EAVAIL, queue.readFrom(8), "readfrom number %d with an error pending", i + 1);
      Sentinel.untouched(
          queue.batch().segment(), 0, "the buffer of a read that returned -FI_EAVAIL");
      Sentinel.untouched(queue.sources().segment(), 0, "the sources of that read");
    }
    returned(1, queue.readErr(), "readerr");
    returned(-Errno.EAGAIN, queue.readFrom(8), "readfrom after the error was fetched");
  }

  /** Two entries, an error, an entry; contexts 1 to 4 in this order. */
  private static QueueReader entryEntryErrorEntry(Bench bench) {
    bench.fill(1, 2);
    bench.fail(3);
    bench.deliver(4);
    return bench.receiver().receive();
  }

  private static void errorKeepsItsPlace(Trial trial) {
    QueueReader queue = entryEntryErrorEntry(Bench.on(trial).open());
    returned(2, queue.read(8), "read(count=8) of entry, entry, error, entry");
    equal(List.of(1L, 2L), queue.contexts(2), "contexts before the error");
    returned(-Errno.EAVAIL, queue.read(8), "read at the error");
    returned(1, queue.readErr(), "readerr");
    equal(3L, queue.error().context(), "context of the error");
    returned(1, queue.read(8), "read after the error");
    equal(List.of(4L), queue.contexts(1), "context after the error");
  }

  private static void nothingIsLostAroundErrors(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = entryEntryErrorEntry(bench);
    List<Outcome> seen = bench.arrivals().outcomes(queue, 4);
    List<Long> contexts = seen.stream().map(Outcome::context).toList();
    equal(List.of(1L, 2L, 3L, 4L), contexts.stream().sorted().toList(), "contexts, sorted");
    for (Outcome outcome : seen) {
      equal(outcome.context() == 3, outcome.failed(), "whether %s failed", outcome);
    }
    bench.arrivals().nothing(queue, "after all four operations");
    trial.chose(contexts.getFirst() == 3 ? "errors come first" : "errors keep their place");
  }

  private static void oneErrorPerCall(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    List.of(1L, 2L, 3L).forEach(bench.receiver()::postReceive);
    List<Long> order = List.of(2L, 1L, 3L);
    order.forEach(bench.receiver()::cancel);
    bench.settle();
    for (long context : order) {
      returned(1, queue.readErr(), "readerr with an error pending");
      equal(context, queue.error().context(), "context, in the order of cancelling");
    }
    returned(-Errno.EAGAIN, queue.readErr(), "readerr after three errors");
  }

  private static void noErrorIsAgain(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    Stopwatch.expectPrompt(
        () -> {
          returned(-Errno.EAGAIN, queue.readErr(), "readerr of an empty queue");
          bench.fail(1);
          returned(1, queue.readErr(), "readerr of the only error");
          returned(-Errno.EAGAIN, queue.readErr(), "readerr after the only error");
        },
        "three calls of readerr");
  }

  private static void readErrBehindAnEntry(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.deliver(1);
    bench.fail(2);
    int first = queue.readErr();
    returnedOneOf(Set.of(1, -Errno.EAGAIN), first, "readerr with an entry before the error");
    returned(1, queue.read(1), "read of the entry before the error");
    equal(1L, queue.batch().context(0), "context of the entry");
    if (first != 1) {
      returned(1, queue.readErr(), "readerr once the error is at the head");
    }
    equal(2L, queue.error().context(), "context of the error");
    trial.chose("readerr behind an entry returns %s", value(first));
  }

  private static void flagsOfReadErr(Trial trial) {
    Bench bench = Bench.on(trial).open();
    QueueReader queue = bench.receiver().receive();
    bench.fail(1);
    String way = fetchWithFlags(queue, 1L << 40);
    if (!way.equals("ignored")) {
      returned(1, queue.queue().readErr(queue.error(), 0), "readerr(flags=0)");
    }
    equal(1L, queue.error().context(), "context of the error");
    trial.chose("other flags of readerr are %s", way);
  }

  private static String fetchWithFlags(QueueReader queue, long flags) {
    try {
      int returned = queue.queue().readErr(queue.error(), flags);
      that(returned == 1 || returned < 0, "readerr(flags=1<<40) returned %s", value(returned));
      return returned == 1 ? "ignored" : "refused with " + value(returned);
    } catch (IllegalArgumentException refusal) {
      return "refused as misuse";
    }
  }
}
