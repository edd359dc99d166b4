package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answered;
import static dev.weft.conformance.verbs.bench.VerbsCheck.answeredOneOf;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.EventInbox;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.Inbox;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.conformance.verbs.bench.VerbsCheck;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** VC: resizing of completion queues, and moderation of their events. */
public final class ResizeClauses {
  private static final String RESIZE = "ibv_resize_cq(3)";

  /** How often a queue grows during traffic. */
  private static final int GROWTHS = 8;

  private ResizeClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VC-14", Level.REQUIRED, RESIZE)
            .says("a larger size is granted; what is queued is kept, in order (X-36)")
            .lookAt("how entries move from the old ring to the new one")
            .check(ResizeClauses::growsAndKeeps),
        clause("VC-15", Level.REQUIRED, RESIZE)
            .says("a smaller size is granted; at least what was asked is there")
            .lookAt("resize to less")
            .check(ResizeClauses::shrinks),
        clause("VC-16", Level.REQUIRED, RESIZE + ", EINVAL")
            .says("a size below the queued entries is refused with EINVAL, nothing changes (X-36)")
            .lookAt("whether resize looks at the entries before it changes anything")
            .check(ResizeClauses::refusesToDrop),
        clause("VC-17", Level.UNSTATED, RESIZE)
            .says("a size of 0, below, or above max_cqe leaves the queue as it was")
            .lookAt("the checks of resize")
            .check(ResizeClauses::refusesNonsense),
        clause("VC-18", Level.OPTIONAL, RESIZE)
            .says("resize is carried out, or EOPNOTSUPP and nothing changes")
            .lookAt("what resize returns")
            .check(ResizeClauses::supportedOrNot),
        clause("VC-19", Level.UNSTATED, RESIZE)
            .says("arming, channel and queue pairs survive a resize (X-36)")
            .lookAt("what besides the ring is new after a resize")
            .check(ResizeClauses::staysArmed),
        clause("VC-20", Level.UNSTATED, RESIZE)
            .says("a resize during production and polling loses and repeats nothing")
            .lookAt("how resize excludes the writer and the readers")
            .concurrent()
            .check(ResizeClauses::racesWithTraffic),
        clause("VC-26", Level.OPTIONAL, "ibv_modify_cq(3)")
            .says("moderation delays events, never completions, or EOPNOTSUPP")
            .lookAt("when the event of a moderated queue is made")
            .check(ResizeClauses::moderationDelaysEvents));
  }

  private static void growsAndKeeps(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(3);
    bench.feeder(queue).feed(1, 3);
    resize(trial, queue, 7);
    that(queue.cqe() >= 7, "cqe after a resize to 7: %d", queue.cqe());
    equal(Feeder.numbers(1, 3), bench.inbox(queue).numbers(3), "wr_ids that waited");
    bench.inbox(queue).expectEmpty("after those that waited");
    bench.feeder(queue).feed(11, queue.cqe());
    equal(
        Feeder.numbers(11, queue.cqe()),
        bench.inbox(queue).numbers(queue.cqe()),
        "wr_ids of a full queue of the new size");
  }

  /** Resizes, or skips the clause if the device cannot. */
  private static void resize(Trial trial, CompletionQueue queue, int cqe) {
    int answer = queue.resize(cqe);
    trial.skipUnless(answer != VerbsErrno.EOPNOTSUPP, "queues cannot be resized");
    answered(0, answer, "resize_cq(%d)", cqe);
  }

  private static void shrinks(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(100);
    int before = queue.cqe();
    resize(trial, queue, 1);
    that(queue.cqe() >= 1, "cqe after a resize to 1: %d", queue.cqe());
    trial.chose("resize(1) of a queue of %d gives %d", before, queue.cqe());
  }

  private static void refusesToDrop(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    bench.feeder(queue).feed(1, 6);
    int before = queue.cqe();
    int answer = queue.resize(1);
    trial.skipUnless(answer != VerbsErrno.EOPNOTSUPP, "queues cannot be resized");
    answeredOneOf(Set.of(0, VerbsErrno.EINVAL), answer, "resize(1) with 6 waiting");
    if (answer == 0) {
      that(queue.cqe() >= 6, "cqe with 6 waiting: %d", queue.cqe());
    } else {
      equal(before, queue.cqe(), "cqe after a refused resize");
    }
    equal(Feeder.numbers(1, 6), bench.inbox(queue).numbers(6), "wr_ids after resize(1)");
  }

  private static void refusesNonsense(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(8);
    bench.feeder(queue).feed(1, 2);
    int before = queue.cqe();
    List<String> answers = new ArrayList<>();
    for (int size : new int[] {0, -1, Integer.MIN_VALUE, bench.device().maxCqe() + 1}) {
      int answer = queue.resize(size);
      VerbsCheck.notAnswered(0, answer, "resize(" + size + ")");
      answers.add(VerbsCheck.name(answer));
      equal(before, queue.cqe(), "cqe after resize(%d)", size);
    }
    equal(Feeder.numbers(1, 2), bench.inbox(queue).numbers(2), "wr_ids after refused resizes");
    trial.chose("resize to 0, -1, the least int, max_cqe + 1: %s", String.join(", ", answers));
  }

  private static void supportedOrNot(Trial trial) {
    CompletionQueue queue = VerbsBench.on(trial).queue(4);
    int before = queue.cqe();
    int answer = queue.resize(2 * before);
    answeredOneOf(Set.of(0, VerbsErrno.EOPNOTSUPP), answer, "resize_cq");
    that(answer == 0 || queue.cqe() == before, "cqe changed although resize is unsupported");
    trial.chose("resize returns %s", VerbsCheck.name(answer));
  }

  private static void staysArmed(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(4, null, events.channel());
    Feeder feeder = bench.feeder(queue);
    answered(0, queue.requestNotify(false), "req_notify");
    resize(trial, queue, 64);
    feeder.feed(1, 2);
    events.expect(queue);
    queue.ackEvents(1);
    events.expectNone("one event of a queue that was armed before a resize");
    equal(Feeder.numbers(1, 2), bench.inbox(queue).numbers(2), "wr_ids after the resize");
    trial.chose("the arm survives a resize");
  }

  private static void racesWithTraffic(Trial trial) throws InterruptedException {
    VerbsBench bench = VerbsBench.on(trial);
    CompletionQueue queue = bench.queue(64);
    resize(trial, queue, 128);
    Rounds rounds = trial.race(4_000);
    Feeder feeder = bench.feeder(queue);
    Task<Integer> resizing =
        trial.start(
            () -> {
              int granted = 0;
              for (int i = 0; !Thread.currentThread().isInterrupted() && !rounds.isOver(); i++) {
                int growth = GROWTHS * rounds.begun() / rounds.most();
                granted += queue.resize(64 + ((i % 3 * 64) << growth)) == 0 ? 1 : 0;
                Thread.yield();
              }
              return granted;
            });
    Inbox inbox = bench.inbox(queue);
    int done = 0;
    for (int now = rounds.next(16); now > 0; now = rounds.next(16)) {
      feeder.feed(done, now);
      equal(Feeder.numbers(done, now), inbox.numbers(now), "wr_ids beside a resize");
      done += now;
    }
    int granted = resizing.result();
    inbox.expectEmpty("after all " + done);
    trial.chose("%s, in order, beside resizes", granted > 0 ? "nothing lost" : "nothing resized");
  }

  private static void moderationDelaysEvents(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    EventInbox events = bench.events(bench.channel());
    CompletionQueue queue = bench.queue(16, null, events.channel());
    int answer = queue.modify(4, 0);
    answeredOneOf(Set.of(0, VerbsErrno.EOPNOTSUPP), answer, "modify_cq");
    trial.skipUnless(answer == 0, "events cannot be moderated");
    Feeder feeder = bench.feeder(queue);
    answered(0, queue.requestNotify(false), "req_notify");
    feeder.feed(1, 3);
    equal(Feeder.numbers(1, 3), bench.inbox(queue).numbers(3), "wr_ids before the event");
    events.expectNone("3 completions of a queue moderated to 4");
    feeder.feed(4, 1);
    events.expect(queue);
    queue.ackEvents(1);
    answered(0, queue.modify(1_000, 20_000), "modify_cq");
    answered(0, queue.requestNotify(false), "req_notify");
    feeder.feed(5, 1);
    events.expect(queue);
    queue.ackEvents(1);
    trial.chose("an event after 4 completions or after the period");
  }
}
