package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.CompletionQueueInit;
import java.util.ArrayList;
import java.util.List;

/** VC: creation of completion queues, and their attributes. */
public final class CreateClauses {
  private static final String CREATE = "ibv_create_cq(3)";
  private static final int[] SIZES = {1, 2, 3, 100, 1000};

  private CreateClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VC-01", Level.REQUIRED, CREATE + ", cqe")
            .says("a queue holds at least the entries asked for, and says how many")
            .lookAt("how creation rounds the size")
            .check(CreateClauses::holdsWhatWasAsked),
        clause("VC-02", Level.UNSTATED, CREATE)
            .says("how far the size is rounded up is the device's choice (X-35)")
            .lookAt("how creation rounds the size")
            .check(CreateClauses::roundsItsWay),
        clause("VC-03", Level.REQUIRED, "InfiniBand architecture, Create CQ")
            .says("the reported size fits in full, the next entry is the overrun (X-35)")
            .lookAt("whether a ring of 2^k slots takes 2^k or 2^k-1 entries")
            .check(CreateClauses::fitsInFull),
        clause("VC-04", Level.SETTLED, CREATE)
            .says("a queue of no entries or fewer is refused with EINVAL (X-45)")
            .lookAt("the check of cqe at creation")
            .check(CreateClauses::noEntries),
        clause("VC-05", Level.REQUIRED, "InfiniBand architecture, Create CQ")
            .says("max_cqe entries work, one more is refused with EINVAL")
            .lookAt("the check of cqe against the device's limit")
            .check(CreateClauses::limitIsKept),
        clause("VC-06", Level.REQUIRED, CREATE + ", comp_vector")
            .says("the completion vector is 0 to num_comp_vectors - 1, any other EINVAL")
            .lookAt("the check of the vector at creation")
            .check(CreateClauses::vectorIsChecked),
        clause("VC-07", Level.REQUIRED, CREATE + ", channel")
            .says("a queue without a channel is polled and never makes an event")
            .lookAt("creation with a null channel")
            .check(CreateClauses::worksWithoutChannel),
        clause("VC-08", Level.REQUIRED, CREATE + ", cq_context")
            .says("the context comes back as it was given, with each event, null too")
            .lookAt("what creation keeps and what an event carries")
            .check(CreateClauses::contextComesBack),
        clause("VC-09", Level.REQUIRED, "InfiniBand architecture, Create CQ")
            .says("queues are distinct: neither completions nor events cross")
            .lookAt("what queues of one context share")
            .check(CreateClauses::queuesAreDistinct),
        clause("VC-10", Level.REQUIRED, "InfiniBand architecture, Request Completion Notification")
            .says("a fresh queue is empty and not armed")
            .lookAt("the state that creation leaves")
            .check(CreateClauses::freshIsEmptyAndUnarmed),
        clause("VC-11", Level.SETTLED, CREATE)
            .says("a creation that fails leaves no reference to its channel")
            .lookAt("whether references are taken before or after the checks")
            .check(CreateClauses::failureLeavesNothing),
        clause("VC-12", Level.REQUIRED, CREATE + ", return value")
            .says("each refusal carries an errno and says which call refused")
            .lookAt("the refusals of creation")
            .check(CreateClauses::refusalHasErrno),
        clause("VC-13", Level.REQUIRED, "InfiniBand architecture, Query CQ")
            .says("the size can be read later, also after a resize and a refused one")
            .lookAt("what a refused resize leaves in cqe")
            .check(CreateClauses::sizeCanBeRead));
  }

  private static void holdsWhatWasAsked(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (int asked : SIZES) {
      int size = bench.queue(asked).cqe();
      that(size >= asked, "cqe of a queue asked to hold %d: %d", asked, size);
    }
  }

  private static void roundsItsWay(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    List<String> sizes = new ArrayList<>();
    for (int asked : new int[] {1, 2, 3, 4, 100, 2000}) {
      int size = bench.queue(asked).cqe();
      that(size >= asked, "cqe of a queue asked to hold %d: %d", asked, size);
      sizes.add(asked + " -> " + size);
    }
    trial.chose("sizes %s", String.join(", ", sizes));
  }

  private static void fitsInFull(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue full = bench.queue(3);
    Feeder feeder = bench.feeder(full);
    feeder.feed(1, full.cqe());
    equal(
        Feeder.numbers(1, full.cqe()),
        bench.inbox(full).numbers(full.cqe()),
        "wr_ids of a full queue");
    bench.inbox(full).expectEmpty("after all of a full queue");
    bench.asyncEvents().expectNone("a queue that was full and not more");
    feeder.feed(100, full.cqe());
    feeder.push(1);
    bench.asyncEvents().expect(AsyncEventType.CQ_ERR, full);
  }

  private static void noEntries(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    for (int asked : new int[] {0, -1, Integer.MIN_VALUE}) {
      refused(VerbsErrno.EINVAL, "create of " + asked + " entries", () -> bench.queue(asked));
    }
  }

  private static void limitIsKept(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    int limit = bench.device().maxCqe();
    CompletionQueue largest = bench.queue(limit);
    that(largest.cqe() >= limit, "cqe of a queue of max_cqe=%d: %d", limit, largest.cqe());
    refused(VerbsErrno.EINVAL, "create of max_cqe + 1", () -> bench.queue(limit + 1));
  }

  private static void vectorIsChecked(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    int vectors = bench.context().completionVectors();
    bench.keep(bench.context().createCq(4, null, null, vectors - 1));
    for (int vector : new int[] {vectors, vectors + 1, -1}) {
      refused(
          VerbsErrno.EINVAL,
          "create with comp_vector " + vector,
          () -> bench.keep(bench.context().createCq(4, null, null, vector)));
    }
  }

  private static void worksWithoutChannel(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(4);
    equal(null, queue.channel(), "channel of a queue created without one");
    bench.feeder(queue).feed(1, 2);
    equal(List.of(1L, 2L), bench.inbox(queue).numbers(2), "wr_ids");
  }

  private static void contextComesBack(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionChannel channel = bench.channel();
    EventInbox events = bench.events(channel);
    for (Object context : new Object[] {new Object(), "a text", null}) {
      CompletionQueue queue = bench.queue(4, context, channel);
      equal(context, queue.context(), "context()");
      answered(0, queue.requestNotify(false), "req_notify");
      bench.feeder(queue).feed(1, 1);
      events.expect(queue);
      equal(context, events.context(), "context of the event");
      queue.ackEvents(1);
    }
  }

  private static void queuesAreDistinct(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue one = bench.queue(4, "one", events.channel());
    CompletionQueue two = bench.queue(4, "two", events.channel());
    that(!one.equals(two), "two queues are equal");
    answered(0, one.requestNotify(false), "req_notify");
    Feeder ones = bench.feeder(one);
    Feeder twos = bench.feeder(two);
    twos.feed(21, 2);
    events.expectNone("completions in the other queue");
    ones.feed(11, 2);
    events.expect(one);
    one.ackEvents(1);
    events.expectNone("one armed queue of two");
    equal(List.of(11L, 12L), bench.inbox(one).numbers(2), "wr_ids of the first queue");
    equal(List.of(21L, 22L), bench.inbox(two).numbers(2), "wr_ids of the second queue");
  }

  private static void freshIsEmptyAndUnarmed(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(4, null, events.channel());
    bench.inbox(queue).expectEmpty("a fresh queue");
    ExtendedCompletionQueue extended = bench.extended(0);
    answered(VerbsErrno.ENOENT, extended.startPoll(null), "start_poll of a fresh queue");
    bench.feeder(queue).feed(1, 1);
    events.expectNone("a queue that was never armed");
  }

  private static void failureLeavesNothing(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionChannel channel = bench.channel();
    int tooLarge = bench.device().maxCqe() + 1;
    refused(
        VerbsErrno.EINVAL,
        "create of max_cqe + 1",
        () -> bench.context().createCq(tooLarge, null, channel, 0));
    refused(
        VerbsErrno.EINVAL,
        "create with a bad vector",
        () -> bench.context().createCq(4, null, channel, -1));
    refused(
        VerbsErrno.EINVAL,
        "create_cq_ex of max_cqe + 1",
        () -> bench.context().createCqEx(bench.init(0).cqe(tooLarge).channel(channel).build()));
    channel.close();
  }

  private static void refusalHasErrno(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueueInit unknownField = bench.init(1L << 12).build();
    that(
        refused("create of 0", () -> bench.context().createCq(0, null, null, 0)).errno() != 0,
        "a refusal without errno");
    String call =
        refused(
                VerbsErrno.EOPNOTSUPP,
                "create_cq_ex with an unknown field",
                () -> bench.context().createCqEx(unknownField))
            .call();
    that(call.startsWith("ibv_create_cq"), "the call of the refusal is %s", call);
  }

  private static void sizeCanBeRead(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(4);
    int created = queue.cqe();
    equal(created, queue.cqe(), "cqe, read again");
    int answer = queue.resize(4 * created);
    if (answer == VerbsErrno.EOPNOTSUPP) {
      equal(created, queue.cqe(), "cqe after a resize that is not supported");
      return;
    }
    answered(0, answer, "resize_cq");
    int resized = queue.cqe();
    that(resized >= 4 * created, "cqe after a resize to %d: %d", 4 * created, resized);
    VerbsCheck.notAnswered(0, queue.resize(-1), "resize_cq(-1)");
    equal(resized, queue.cqe(), "cqe after a refused resize");
  }
}
