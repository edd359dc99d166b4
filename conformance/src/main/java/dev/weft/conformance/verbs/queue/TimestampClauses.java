package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Stopwatch;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Party;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.WcFields;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** VT: timestamps of completions. */
public final class TimestampClauses {
  private static final String PAGE = "ibv_create_cq_ex(3), ";
  private static final String TICKS = PAGE + "ibv_wc_read_completion_ts";
  private static final String WALL = PAGE + "ibv_wc_read_completion_wallclock_ns";
  private static final long BOTH =
      WcFields.COMPLETION_TIMESTAMP | WcFields.COMPLETION_TIMESTAMP_WALLCLOCK;
  private static final long SLACK_MILLIS = 40;

  private TimestampClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VT-01", Level.OPTIONAL, PAGE + "wc_flags")
            .says("timestamps are granted when asked for, or refused with EOPNOTSUPP")
            .lookAt("which fields creation accepts")
            .check(TimestampClauses::grantedOrRefused),
        clause("VT-02", Level.OPTIONAL, "ibv_query_device_ex(3)")
            .says("the device reports its clock and the bits of a tick exactly if it has them")
            .lookAt("completion_timestamp_mask and hca_core_clock")
            .check(TimestampClauses::deviceTells),
        clause("VT-03", Level.REQUIRED, TICKS)
            .says("ticks stay within the mask and run at the clock's rate")
            .lookAt("the device's clock")
            .check(TimestampClauses::ticksRun),
        clause("VT-04", Level.SETTLED, TICKS)
            .says("elapsed ticks are (b - a) & mask, also over a wrap (X-44)")
            .lookAt("the mask of the device")
            .check(TimestampClauses::elapsedByMask),
        clause("VT-05", Level.UNSTATED, TICKS)
            .says("the stamp is of the completion, not of the poll, and stays (X-44)")
            .lookAt("where the clock is read")
            .check(TimestampClauses::stampOfTheCompletion),
        clause("VT-06", Level.UNSTATED, TICKS)
            .says("within one queue stamps never go back")
            .lookAt("clocks of several writers")
            .check(TimestampClauses::neverBack),
        clause("VT-07", Level.REQUIRED, WALL)
            .says("the wall clock gives the same instant, in nanoseconds since 1970")
            .lookAt("how ticks are converted")
            .check(TimestampClauses::wallClock),
        clause("VT-08", Level.REQUIRED, WALL + ", EBUSY")
            .says("start may give EBUSY for the clock; a retry finds the completion (X-44)")
            .lookAt("what start has taken when the clock fails")
            .check(TimestampClauses::retryAfterBusy),
        clause("VT-09", Level.UNSTATED, WALL)
            .says("inside a batch wall clock and ticks have the same order")
            .lookAt("how often a batch reads the clock")
            .check(TimestampClauses::sameOrder),
        clause("VT-10", Level.REQUIRED, PAGE + "wc_flags")
            .says("both kinds can be asked for together and agree")
            .lookAt("how ticks are converted")
            .check(TimestampClauses::bothAgree),
        clause("VT-11", Level.OPTIONAL, "ibv_query_rt_values_ex(3)")
            .says("the raw clock can be read; it runs with the stamps; other bits are EINVAL")
            .lookAt("which clock is read")
            .check(TimestampClauses::rawClock));
  }

  /** A queue with these fields; skips if the device has no such clock. */
  private static ExtendedCompletionQueue queue(VerbsBench bench, long fields, int cqe) {
    return bench.extendedOrSkip(bench.init(fields).cqe(cqe), "timestamps");
  }

  /** One completion's stamps. */
  private record Stamp(long ticks, long nanos) {}

  private static List<Stamp> stamps(ExtendedCompletionQueue queue, int count) {
    List<Stamp> stamps = new ArrayList<>();
    HangDetector detector = new HangDetector();
    do {
      int answer = queue.startPoll(null);
      while (answer == 0) {
        stamps.add(new Stamp(queue.readCompletionTs(), queue.readCompletionWallclockNs()));
        answer = queue.nextPoll();
        if (answer != 0) {
          queue.endPoll();
        }
      }
    } while (stamps.size() < count && detector.lap());
    equal(count, stamps.size(), "completions with stamps");
    return stamps;
  }

  private static void grantedOrRefused(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> ways = new ArrayList<>();
    for (long bit :
        new long[] {WcFields.COMPLETION_TIMESTAMP, WcFields.COMPLETION_TIMESTAMP_WALLCLOCK}) {
      try {
        bench.extended(bit);
        ways.add(WcFields.describe(bit) + " is granted");
      } catch (VerbsException refusal) {
        equal(VerbsErrno.EOPNOTSUPP, refusal.errno(), "errno for wc_flags 0x%x", bit);
        ways.add(WcFields.describe(bit) + " is refused");
      }
    }
    trial.chose("%s", String.join(", ", ways));
  }

  private static void deviceTells(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    DeviceAttributes device = bench.device();
    boolean told = device.completionTimestampMask() != 0 && device.coreClockKilohertz() != 0;
    boolean granted;
    try {
      bench.extended(WcFields.COMPLETION_TIMESTAMP);
      granted = true;
    } catch (VerbsException refusal) {
      granted = false;
    }
    equal(granted, told, "whether the device reports a clock");
    trial.chose(
        "mask 0x%x, clock %d kHz", device.completionTimestampMask(), device.coreClockKilohertz());
  }

  private static void ticksRun(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 16);
    Feeder feeder = bench.feeder(queue);
    Stopwatch whole = new Stopwatch();
    feeder.feed(1, 1);
    Party.pause(100);
    feeder.feed(2, 1);
    long most = whole.millis() + 1;
    List<Stamp> stamps = stamps(queue, 2);
    long mask = bench.device().completionTimestampMask();
    stamps.forEach(s -> equal(0L, s.ticks() & ~mask, "bits of a tick outside the mask"));
    long ticks = (stamps.get(1).ticks() - stamps.get(0).ticks()) & mask;
    long millis = ticks / bench.device().coreClockKilohertz();
    that(millis >= 99 && millis <= most, "100 ms are %d ms of ticks", millis);
  }

  private static void elapsedByMask(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    long mask = bench.device().completionTimestampMask();
    trial.skipUnless(mask != 0, "no timestamps");
    that((mask & (mask + 1)) == 0, "the mask 0x%x is not of low bits", mask);
    long before = mask - 4;
    long after = (before + 10) & mask;
    equal(10L, (after - before) & mask, "ticks over a wrap");
  }

  private static void stampOfTheCompletion(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 16);
    Stopwatch whole = new Stopwatch();
    bench.feeder(queue).feed(1, 1);
    Party.pause(200);
    long polled = bench.context().queryRtValues(RealTimeValues.RAW_CLOCK).rawClock();
    long most = whole.millis() + 1;
    answered(0, queue.startPoll(null), "start_poll");
    long ticks = queue.readCompletionTs();
    equal(ticks, queue.readCompletionTs(), "completion_ts, read again");
    queue.endPoll();
    long mask = bench.device().completionTimestampMask();
    long millis = ((polled - ticks) & mask) / bench.device().coreClockKilohertz();
    that(millis >= 199 && millis <= most, "a completion is %d ms old after %d ms", millis, most);
    trial.chose("the stamp is of the completion");
  }

  private static void neverBack(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 512);
    Feeder one = bench.feeder(queue);
    Feeder two = bench.feeder(queue);
    long mask = bench.device().completionTimestampMask();
    long last = -1;
    Rounds rounds = trial.race(200);
    for (int round = 0; rounds.next(); round++) {
      one.feed(round, 8);
      two.feed(round, 8);
      for (Stamp stamp : stamps(queue, 16)) {
        boolean back = last >= 0 && ((stamp.ticks() - last) & mask) > mask >>> 1;
        that(!back, "a stamp went back from %d to %d", last, stamp.ticks());
        last = stamp.ticks();
      }
    }
    trial.chose("stamps never go back");
  }

  private static void wallClock(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 16);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(0, 1);
    stamps(queue, 1);
    long before = now();
    feeder.feed(1, 1);
    long after = now();
    long seen = stamps(queue, 1).getFirst().nanos();
    long slack = SLACK_MILLIS * 1_000_000;
    that(seen > before - slack, "completed %d ns before it was posted", before - seen);
    that(seen < after + slack, "completed %d ns after it was seen", seen - after);
  }

  /** Nanoseconds since 1970. */
  private static long now() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  private static void retryAfterBusy(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 64);
    Feeder feeder = bench.feeder(queue);
    int busy = 0;
    for (int i = 0; i < 500; i++) {
      feeder.feed(i, 1);
      int answer = queue.startPoll(null);
      while (answer == VerbsErrno.EBUSY) {
        busy++;
        answer = queue.startPoll(null);
      }
      answered(0, answer, "start_poll of completion %d", i);
      equal((long) i, queue.wrId(), "wr_id");
      queue.endPoll();
    }
    trial.chose("EBUSY came %d times, nothing was lost", busy);
  }

  private static void sameOrder(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 64);
    bench.feeder(queue).feed(1, 32);
    List<Stamp> stamps = stamps(queue, 32);
    long mask = bench.device().completionTimestampMask();
    for (int i = 1; i < 32; i++) {
      long ticks = (stamps.get(i).ticks() - stamps.get(i - 1).ticks()) & mask;
      long nanos = stamps.get(i).nanos() - stamps.get(i - 1).nanos();
      that(nanos >= 0 && ticks <= mask >>> 1, "place %d: %d ticks, %d ns", i, ticks, nanos);
    }
    trial.chose("order of nanoseconds is order of ticks");
  }

  private static void bothAgree(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 64);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 1);
    Party.pause(50);
    feeder.feed(2, 1);
    List<Stamp> stamps = stamps(queue, 2);
    long mask = bench.device().completionTimestampMask();
    long ticks = (stamps.get(1).ticks() - stamps.get(0).ticks()) & mask;
    long expected = ticks * 1_000_000 / bench.device().coreClockKilohertz();
    long seen = stamps.get(1).nanos() - stamps.get(0).nanos();
    that(Math.abs(seen - expected) < 2_000_000, "%d ns by wall clock, %d by ticks", seen, expected);
  }

  private static void rawClock(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = queue(bench, BOTH, 64);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 1);
    RealTimeValues values = bench.context().queryRtValues(RealTimeValues.RAW_CLOCK);
    feeder.feed(2, 1);
    equal(RealTimeValues.RAW_CLOCK, values.mask(), "bits that were filled in");
    List<Stamp> stamps = stamps(queue, 2);
    long mask = bench.device().completionTimestampMask();
    long whole = (stamps.get(1).ticks() - stamps.get(0).ticks()) & mask;
    long part = (values.rawClock() - stamps.get(0).ticks()) & mask;
    that(part <= whole, "the raw clock is not between two stamps: %d of %d", part, whole);
    VerbsCheck.refused(
        VerbsErrno.EINVAL, "query_rt_values of bit 7", () -> bench.context().queryRtValues(1 << 7));
    trial.chose("the raw clock is the clock of the stamps");
  }
}
