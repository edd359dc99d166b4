package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refusedWithOneOf;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.QueuePlan;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** VX: creation attributes of extended completion queues. */
public final class ExtendedClauses {
  private static final String CREATE = "ibv_create_cq_ex(3)";
  private static final Set<Integer> REFUSALS = Set.of(VerbsErrno.EINVAL, VerbsErrno.EOPNOTSUPP);

  private ExtendedClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VX-01", Level.REQUIRED, CREATE + ", ibv_cq_ex_to_cq")
            .says("an extended queue is a plain one too: arm, ack, poll, resize, destroy")
            .lookAt("what the extended queue inherits")
            .check(ExtendedClauses::isPlainToo),
        clause("VX-02", Level.SETTLED, CREATE + ", wc_flags")
            .says("an unknown field is refused with EOPNOTSUPP")
            .lookAt("the mask of known fields")
            .check(ExtendedClauses::unknownField),
        clause("VX-03", Level.OPTIONAL, CREATE + ", wc_flags")
            .says("each known field is granted, or the creation refused with EOPNOTSUPP")
            .lookAt("which fields creation accepts")
            .check(ExtendedClauses::eachField),
        clause("VX-04", Level.SETTLED, CREATE + ", wc_flags")
            .says("no field at all is legal")
            .lookAt("creation with wc_flags 0")
            .check(ExtendedClauses::noField),
        clause("VX-05", Level.SETTLED, CREATE + ", comp_mask")
            .says("creation flags count only with their bit in comp_mask (X-37)")
            .lookAt("whether comp_mask is checked before the flags")
            .check(ExtendedClauses::flagsNeedTheirBit),
        clause("VX-06", Level.SETTLED, CREATE + ", comp_mask")
            .says("a parent domain counts only with its bit in comp_mask (X-37)")
            .lookAt("whether comp_mask is checked before the parent domain")
            .check(ExtendedClauses::domainNeedsItsBit),
        clause("VX-07", Level.UNSTATED, CREATE)
            .says("unknown bits in comp_mask and in the creation flags are refused")
            .lookAt("the masks of known bits")
            .check(ExtendedClauses::unknownBits),
        clause("VX-08", Level.SETTLED, CREATE)
            .says("size and vector are checked as for plain queues")
            .lookAt("whether both creations share their checks")
            .check(ExtendedClauses::checksAsPlain),
        clause("VX-09", Level.REQUIRED, CREATE + ", IBV_CREATE_CQ_ATTR_SINGLE_THREADED")
            .says("a queue for one thread gives one thread the same results")
            .lookAt("what is left out without locks")
            .check(ExtendedClauses::singleThreaded),
        clause("VX-10", Level.OPTIONAL, CREATE + ", IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN")
            .says("an ignored overrun makes no event and the queue goes on (X-39)")
            .lookAt("what the writer does with a full ring")
            .check(ExtendedClauses::ignoresOverrun),
        clause("VX-11", Level.UNSTATED, CREATE + ", IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN")
            .says("what survives an ignored overrun comes in order, whole, at most once (X-39)")
            .lookAt("how a reader notices that it was overtaken")
            .check(ExtendedClauses::survivorsInOrder));
  }

  private static void isPlainToo(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    ExtendedCompletionQueue queue =
        bench.extended(bench.init(WcFields.STANDARD).channel(events.channel()));
    answered(0, queue.requestNotify(false), "req_notify");
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 3);
    events.expect(queue);
    queue.ackEvents(1);
    equal(List.of(1L), bench.plainInbox(queue).numbers(1), "wr_id by poll_cq");
    equal(List.of(2L), bench.iteratorInbox(queue).numbers(1), "wr_id by the iterator");
    refused(VerbsErrno.EBUSY, "destroy of an extended queue in use", queue::close);
    VerbsCheck.answeredOneOf(
        Set.of(0, VerbsErrno.EOPNOTSUPP), queue.resize(64), "resize of an extended queue");
    equal(List.of(3L), bench.plainInbox(queue).numbers(1), "wr_id after a resize");
    feeder.close();
    queue.close();
  }

  private static void unknownField(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (long bit : new long[] {1L << 12, 1L << 31, 1L << 63, 1L << 12 | 1}) {
      refused(
          VerbsErrno.EOPNOTSUPP,
          "create_cq_ex with wc_flags 0x" + Long.toHexString(bit),
          () -> bench.extended(bit));
    }
  }

  private static void eachField(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> refused = new ArrayList<>();
    for (long bit = 1; bit <= WcFields.ALL; bit <<= 1) {
      if (!granted(bench, bit)) {
        refused.add(WcFields.describe(bit));
      }
    }
    boolean all = granted(bench, WcFields.ALL);
    equal(refused.isEmpty(), all, "whether all fields are granted together");
    trial.chose(
        refused.isEmpty() ? "every field is granted" : "refused: " + String.join(", ", refused));
  }

  private static boolean granted(VerbsBench bench, long fields) {
    try {
      bench.extended(fields);
      return true;
    } catch (VerbsException refusal) {
      equal(VerbsErrno.EOPNOTSUPP, refusal.errno(), "errno for wc_flags 0x%x", fields);
      return false;
    }
  }

  private static void noField(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = bench.extended(0);
    bench.feeder(queue).feed(7, 1);
    answered(0, queue.startPoll(null), "start_poll");
    equal(7L, queue.wrId(), "wr_id of a queue without fields");
    equal(0, queue.status(), "status of a queue without fields");
    queue.endPoll();
  }

  private static void flagsNeedTheirBit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue =
        bench.extended(
            bench.init(WcFields.STANDARD).flags(CompletionQueueInit.IGNORE_OVERRUN).mask(0));
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe());
    feeder.push(99);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, queue);
  }

  private static void domainNeedsItsBit(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueueInit ignored = bench.init(0).parentDomain(bench.domain()).mask(0).build();
    bench.keep(bench.context().createCqEx(ignored));
  }

  private static void unknownBits(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    VerbsException mask =
        refusedWithOneOf(
            REFUSALS, "unknown comp_mask", () -> bench.extended(bench.init(0).mask(1 << 2)));
    VerbsException flags =
        refusedWithOneOf(
            REFUSALS, "unknown creation flag", () -> bench.extended(bench.init(0).flags(1 << 2)));
    trial.chose(
        "unknown comp_mask %s, unknown flag %s",
        VerbsErrno.name(mask.errno()), VerbsErrno.name(flags.errno()));
  }

  private static void checksAsPlain(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (int cqe : new int[] {0, -1, bench.device().maxCqe() + 1}) {
      refused(
          VerbsErrno.EINVAL,
          "create_cq_ex of " + cqe,
          () -> bench.extended(bench.init(0).cqe(cqe)));
    }
    for (int vector : new int[] {-1, bench.context().completionVectors()}) {
      refused(
          VerbsErrno.EINVAL,
          "create_cq_ex with vector " + vector,
          () -> bench.extended(bench.init(0).vector(vector)));
    }
    int limit = bench.device().maxCqe();
    that(bench.extended(bench.init(0).cqe(limit)).cqe() >= limit, "cqe of max_cqe entries");
  }

  private static void singleThreaded(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue =
        bench.extended(flagged(bench, CompletionQueueInit.SINGLE_THREADED));
    Feeder feeder = bench.feeder(queue);
    for (int round = 0; round < 100; round++) {
      feeder.feed(10L * round, 3);
      Inbox inbox = round % 2 == 0 ? bench.plainInbox(queue) : bench.iteratorInbox(queue);
      equal(Feeder.numbers(10L * round, 3), inbox.numbers(3), "wr_ids of round %d", round);
    }
  }

  private static QueuePlan flagged(VerbsBench bench, int flag) {
    return bench.init(WcFields.STANDARD).cqe(8).flags(flag);
  }

  /** A queue that ignores overruns, overfilled by this many; skips if the device has none. */
  private static ExtendedCompletionQueue overfilled(Trial trial, VerbsBench bench, int surplus) {
    QueuePlan plan = flagged(bench, CompletionQueueInit.IGNORE_OVERRUN);
    ExtendedCompletionQueue queue = bench.extendedOrSkip(plan, "queue that ignores overruns");
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, queue.cqe() + surplus);
    return queue;
  }

  private static void ignoresOverrun(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = overfilled(trial, bench, 3);
    bench.asyncEvents().expectNone("an ignored overrun");
    bench.inbox(queue).all();
    bench.feeder(queue).feed(1_000, 2);
    equal(List.of(1_000L, 1_001L), bench.inbox(queue).numbers(2), "wr_ids after the overrun");
    trial.chose("overruns can be ignored");
  }

  private static void survivorsInOrder(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ExtendedCompletionQueue queue = overfilled(trial, bench, 3);
    int pushed = queue.cqe() + 3;
    List<Long> survivors = bench.inbox(queue).all();
    equal(survivors.stream().sorted().toList(), survivors, "order of the survivors");
    equal(survivors.size(), new HashSet<>(survivors).size(), "survivors, each once");
    that(Feeder.numbers(1, pushed).containsAll(survivors), "strange wr_ids in %s", survivors);
    that(survivors.size() <= queue.cqe() + 1, "%d survivors of %d", survivors.size(), pushed);
    boolean oldestLost = survivors.getLast() == pushed;
    trial.chose(
        "%d of %d survive, the %s are lost",
        survivors.size(), pushed, oldestLost ? "oldest" : "newest");
  }
}
