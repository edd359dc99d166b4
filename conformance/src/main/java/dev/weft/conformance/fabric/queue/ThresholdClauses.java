package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.rejected;
import static dev.weft.conformance.check.Check.returned;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.QueueReader;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;

/** Wait conditions of blocking reads: CQ-042 to CQ-046. */
public final class ThresholdClauses {

  private static final String CONDITION = "fi_cq(3), fi_cq_attr.wait_cond";

  private ThresholdClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-042", Level.REQUIRED, CONDITION)
            .says("with FI_CQ_COND_NONE any insertion satisfies the wait; cond is ignored")
            .lookAt("a threshold that is used although the condition is NONE")
            .check(ThresholdClauses::conditionIgnored),
        clause("CQ-043", Level.REQUIRED, CONDITION)
            .says("with FI_CQ_COND_THRESHOLD the wait is over when cond entries are queued")
            .lookAt("the comparison of the queued number with cond")
            .concurrent()
            .check(ThresholdClauses::thresholdReached),
        clause("CQ-044", Level.HINT, CONDITION)
            .says("the condition is an optimisation: sread may return with fewer entries")
            .lookAt("what sread returns below the threshold")
            .check(ThresholdClauses::thresholdIsHint),
        clause("CQ-045", Level.INFERRED, CONDITION + "; providers clamp it")
            .says(
                "a threshold above count or capacity does not hang; at the timeout the entries"
                    + " there are come back; 0 acts as 1; an error ends the wait")
            .lookAt("min(cond, count, capacity), and the read after the timeout")
            .check(ThresholdClauses::thresholdClamped),
        clause("CQ-046", Level.REQUIRED, CONDITION)
            .says("wait_cond is ignored with FI_WAIT_NONE (unknown values: the enum refuses them)")
            .lookAt("a check of wait_cond that does not look at the wait object")
            .check(ThresholdClauses::ignoredWithoutWaitObject));
  }

  private static Bench threshold(Trial trial, int size) {
    return Bench.on(trial)
        .size(size)
        .wait(WaitObject.UNSPEC)
        .waitCondition(WaitCondition.THRESHOLD)
        .open();
  }

  private static int sread(QueueReader queue, int count, long condition, int timeout) {
    return queue.queue().sread(queue.batch(), count, condition, timeout);
  }

  private static void conditionIgnored(Trial trial) throws InterruptedException {
    Bench bench = Bench.on(trial).wait(WaitObject.UNSPEC).open();
    for (long garbage : new long[] {Long.MIN_VALUE, -1, 0, 1_000, Long.MAX_VALUE}) {
      QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
      Stopwatch.expectPrompt(
          () -> {
            bench.fill(1, 1);
            int read = sread(queue, 8, garbage, 5_000);
            returned(1, read, "sread with cond=%d, 1 entry queued", garbage);
          },
          "sread with cond=%d, 1 entry queued",
          garbage);
      if (trial.threading() == Threading.SAFE) {
        bench.receiver().postReceive(2);
        Task<Integer> waiter = trial.start(() -> sread(queue, 8, garbage, -1));
        waiter.awaitBlocked();
        bench.sender().send(bench.receiver(), 2);
        int read = bench.sender().pushUntilDone(waiter);
        returned(1, read, "sread with cond=%d, 1 entry inserted", garbage);
      }
    }
  }

  private static void thresholdReached(Trial trial) throws InterruptedException {
    Bench bench = threshold(trial, 64);
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    Task<Integer> waiter = trial.start(() -> sread(queue, 8, 3, -1));
    waiter.awaitBlocked();
    for (int i = 1; i <= 3; i++) {
      bench.receiver().postReceive(i);
      bench.sender().send(bench.receiver(), i);
      Bench.pause(20);
    }
    int read = bench.sender().pushUntilDone(waiter);
    that(read >= 1 && read <= 3, "sread(cond=3) after 3 insertions returned %d", read);
    int left = bench.receiver().receive().drain(3 - read).size();
    equal(3 - read, left, "entries left by sread(cond=3)");
  }

  private static void thresholdIsHint(Trial trial) {
    Bench bench = threshold(trial, 64);
    bench.fill(1, 1);
    Stopwatch watch = new Stopwatch();
    int read = sread(bench.receiver().receive(), 8, 4, 100);
    long millis = watch.millis();
    returned(1, read, "sread(count=8, cond=4, timeout=100) with 1 entry");
    trial.chose("below the threshold sread returns %s", millis < 98 ? "early" : "at its timeout");
  }

  private static void thresholdClamped(Trial trial) {
    Bench bench = threshold(trial, 8);
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 2);
    int first = sread(queue, 4, 1_000, 100);
    that(first == 1 || first == 2, "sread(count=4, cond=1000) with 2 entries gave %d", first);
    queue.drain(2 - first);
    Stopwatch.expectPrompt(
        () -> {
          bench.fill(1, 4);
          returned(4, sread(queue, 4, 1_000, 5_000), "sread(count=4, cond=1000) with 4 entries");
        },
        "sread(count=4, cond=1000) with 4 entries");
    Stopwatch.expectPrompt(() -> belowThreshold(bench), "sreads with cond=0 and with errors");
  }

  private static void belowThreshold(Bench bench) {
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 1);
    returned(1, sread(queue, 4, 0, 5_000), "sread(cond=0) with 1 entry");
    bench.fill(1, 1);
    bench.fail(2);
    int beforeError = sread(queue, 4, 4, 5_000);
    returned(1, beforeError, "sread(cond=4) with 1 entry and an error behind it");
    returned(-Errno.EAVAIL, sread(queue, 4, 4, 5_000), "sread(cond=4) with an error at the head");
    queue.expectError();
  }

  private static void ignoredWithoutWaitObject(Trial trial) {
    Bench bench =
        Bench.on(trial).wait(WaitObject.NONE).waitCondition(WaitCondition.THRESHOLD).open();
    bench.fill(1, 1);
    bench.receiver().receive().drain(1);
    rejected(
        IllegalArgumentException.class,
        "wait_cond=99",
        () ->
            bench.openQueue(
                CompletionQueueAttributes.builder().waitCondition(WaitCondition.of(99)).build()));
  }
}
