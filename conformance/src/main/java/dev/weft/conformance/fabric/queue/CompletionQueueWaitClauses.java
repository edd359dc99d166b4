package dev.weft.conformance.fabric.queue;

import static dev.weft.conformance.check.Check.equal;
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
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.util.List;

/** Blocking reads: CQ-031 to CQ-037, CQ-039, CQ-041. */
public final class CompletionQueueWaitClauses {

  private static final String SREAD = "fi_cq(3), fi_cq_sread";

  private CompletionQueueWaitClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("CQ-031", Level.REQUIRED, SREAD)
            .says("sread ends with an entry, with an error, at the timeout or on a signal")
            .lookAt("the conditions of the waiting loop")
            .check(CompletionQueueWaitClauses::exitReasons),
        clause("CQ-032", Level.REQUIRED, SREAD)
            .says("the timeout is in milliseconds, and any negative one is for ever")
            .lookAt("a deadline computed from a negative timeout, which may overflow")
            .concurrent()
            .check(CompletionQueueWaitClauses::negativeIsForEver),
        clause("CQ-033", Level.REQUIRED, SREAD)
            .says("timeout 0 polls once and never sleeps")
            .lookAt("a sleep that is rounded up")
            .check(CompletionQueueWaitClauses::zeroPolls),
        clause("CQ-034", Level.REQUIRED, SREAD + ", return value")
            .says("the end of the timeout is -FI_EAGAIN, neither early nor much late")
            .lookAt("-FI_ETIMEDOUT or 0 in its place, or nanoseconds cut off")
            .check(CompletionQueueWaitClauses::timesOut),
        clause("CQ-035", Level.REQUIRED, SREAD)
            .says("entries that are queued already return at once, whatever the timeout")
            .lookAt("a wait that starts before the first look at the ring")
            .check(CompletionQueueWaitClauses::queuedReturnsAtOnce),
        clause("CQ-036", Level.REQUIRED, SREAD)
            .says("sread does not wait to fill count")
            .lookAt("a loop that goes on until the batch is full")
            .check(CompletionQueueWaitClauses::doesNotFill),
        clause("CQ-037", Level.REQUIRED, SREAD + ", return value")
            .says("an error at the head, queued before or during the wait, is -FI_EAVAIL at once")
            .lookAt("whether an error insertion wakes the waiter")
            .check(CompletionQueueWaitClauses::errorEndsWait),
        clause("CQ-039", Level.REQUIRED, SREAD + ", return value")
            .says(
                "an external signal ends an infinite wait with -FI_EAGAIN; in Java that is"
                    + " Thread.interrupt, whose status stays set, and no entry is lost")
            .lookAt("the handling of an interrupt while parked")
            .concurrent()
            .check(CompletionQueueWaitClauses::interruptEndsWait),
        clause("CQ-041", Level.CALLER_ERROR, SREAD + "; FI_WAIT_NONE")
            .says("sread of a queue with FI_WAIT_NONE is refused at once and takes nothing")
            .lookAt("the check of the wait object, which comes before the read")
            .check(CompletionQueueWaitClauses::refusedWithoutWaitObject));
  }

  private static Bench waiting(Trial trial) {
    return Bench.on(trial).wait(WaitObject.UNSPEC).open();
  }

  private static void exitReasons(Trial trial) {
    Bench bench = waiting(trial);
    QueueReader queue = bench.receiver().receive();
    bench.fill(1, 1);
    returned(1, queue.sread(1, -1), "sread with an entry queued");
    bench.fail(2);
    returned(-Errno.EAVAIL, queue.sread(1, -1), "sread with an error queued");
    equal(2L, queue.expectError().context(), "context of the error");
    returned(0, queue.queue().signal(), "signal");
    returned(-Errno.EAGAIN, queue.sread(1, -1), "sread with a signal pending");
    returned(-Errno.EAGAIN, queue.sread(1, 20), "sread(20) of an empty queue");
  }

  private static void negativeIsForEver(Trial trial) throws InterruptedException {
    Bench bench = waiting(trial);
    for (int timeout : new int[] {-1, Integer.MIN_VALUE}) {
      QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
      bench.receiver().postReceive(5);
      Stopwatch watch = new Stopwatch();
      Task<Integer> waiter = trial.start(() -> queue.sread(1, timeout));
      Bench.pause(200);
      that(!waiter.isDone(), "sread(%d) ended before anything arrived", timeout);
      bench.sender().send(bench.receiver(), 5);
      int read = bench.sender().pushUntilDone(waiter);
      returned(1, read, "sread(%d) with a completion after 200 ms", timeout);
      that(watch.millis() >= 198, "sread(%d) ended after %d ms", timeout, watch.millis());
      equal(List.of(5L), queue.contexts(1), "context read by sread(%d)", timeout);
    }
  }

  private static void zeroPolls(Trial trial) {
    Bench bench = waiting(trial);
    QueueReader queue = bench.receiver().receive();
    Stopwatch.expectPrompt(
        () -> {
          for (int i = 0; i < 1000; i++) {
            returned(-Errno.EAGAIN, queue.sread(1, 0), "sread(0) of an empty queue");
          }
        },
        "1000 sreads with timeout 0 of an empty queue");
    bench.fill(1, 2);
    returned(2, queue.sread(8, 0), "sread(0) with 2 entries queued");
  }

  private static void timesOut(Trial trial) {
    QueueReader queue = waiting(trial).receiver().receive();
    for (int timeout : new int[] {1, 20, 50, 150}) {
      Stopwatch watch = new Stopwatch();
      returned(-Errno.EAGAIN, queue.sread(4, timeout), "sread(%d) of an empty queue", timeout);
      watch.expectTimeout(timeout, "sread(%d) of an empty queue", timeout);
    }
  }

  private static void queuedReturnsAtOnce(Trial trial) {
    Bench bench = waiting(trial);
    for (int timeout : new int[] {-1, 5_000, Integer.MAX_VALUE}) {
      Stopwatch.expectPrompt(
          () -> {
            bench.fill(1, 1);
            int read = bench.receiver().receive().sread(1, timeout);
            returned(1, read, "sread(%d) with an entry queued", timeout);
          },
          "sread(%d) with an entry queued",
          timeout);
    }
  }

  private static void doesNotFill(Trial trial) {
    Bench bench = waiting(trial);
    Stopwatch.expectPrompt(
        () -> {
          bench.fill(1, 1);
          returned(1, bench.receiver().receive().sread(8, 2_000), "sread(count=8) with 1 entry");
        },
        "sread(count=8) with 1 entry");
  }

  private static void errorEndsWait(Trial trial) throws InterruptedException {
    Bench bench = waiting(trial);
    QueueReader queue = bench.receiver().receive();
    Stopwatch.expectPrompt(
        () -> {
          bench.fail(1);
          returned(-Errno.EAVAIL, queue.sread(1, 5_000), "sread with an error queued");
          queue.expectError();
        },
        "sread with an error queued");
    if (trial.threading() == Threading.SAFE) {
      errorDuringWait(trial, bench);
    }
  }

  private static void errorDuringWait(Trial trial, Bench bench) throws InterruptedException {
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    bench.receiver().postReceive(2);
    Task<Integer> waiter = trial.start(() -> queue.sread(1, -1));
    waiter.awaitBlocked();
    bench.receiver().cancel(2);
    returned(-Errno.EAVAIL, waiter.result(), "sread(-1) during which an operation is cancelled");
    equal(2L, queue.expectError().context(), "context of the error");
  }

  private static void interruptEndsWait(Trial trial) throws InterruptedException {
    Bench bench = waiting(trial);
    bench.receiver().postReceive(3);
    QueueReader queue = new QueueReader(bench.receiver().receiveQueue());
    Task<Integer> waiter =
        trial.start(
            () -> {
              int read = queue.sread(1, -1);
              that(Thread.currentThread().isInterrupted(), "the interrupt status was cleared");
              return read;
            });
    waiter.awaitBlocked();
    waiter.thread().interrupt();
    returned(-Errno.EAGAIN, waiter.result(), "sread(-1) that is interrupted");
    bench.sender().send(bench.receiver(), 3);
    long context = bench.receiver().receive().drain(1).getFirst().context();
    equal(3L, context, "context of the completion after it");
  }

  private static void refusedWithoutWaitObject(Trial trial) {
    Bench bench = Bench.on(trial).wait(WaitObject.NONE).open();
    QueueReader queue = bench.receiver().receive();
    bench.fill(4, 1);
    for (int timeout : new int[] {0, 1_000, -1}) {
      Stopwatch.expectPrompt(
          () ->
              returned(
                  -Errno.ENOSYS,
                  queue.sread(1, timeout),
                  "sread(%d) of a queue with FI_WAIT_NONE",
                  timeout),
          "sread(%d) of a queue with FI_WAIT_NONE",
          timeout);
    }
    equal(4L, queue.drain(1).getFirst().context(), "context of the entry that sread left");
  }
}
