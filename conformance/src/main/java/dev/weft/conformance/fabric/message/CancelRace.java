package dev.weft.conformance.fabric.message;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;

import dev.weft.conformance.check.Rounds;
import dev.weft.conformance.check.Task;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Arrivals;
import dev.weft.conformance.fabric.bench.Outcome;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The race of EP-044: a receiver posts and cancels while a message arrives. Each receive must
 * complete exactly once. The message of a cancelled receive goes to the next one, so no message may
 * be lost.
 */
final class CancelRace {

  private static final int ROUNDS = 10_000;

  private static final int DELAYS = 8;
  private static final int DELAYS_ACROSS_PROCESSES = 14;

  private final Rounds rounds;

  /** The number of different delays before a cancel: one, two, four ... polls. */
  private final int delays;

  private final Talk talk;
  private final Trial trial;
  private final AtomicInteger started = new AtomicInteger();
  private int received;

  CancelRace(Trial trial) {
    this.trial = trial;
    this.rounds = trial.race(ROUNDS);
    this.delays = trial.peerProcess() == null ? DELAYS : DELAYS_ACROSS_PROCESSES;
    this.talk = Talk.on(trial);
  }

  void check() throws InterruptedException {
    Task<Integer> sender = trial.start(this::sendOnePerRound);
    int cancelled = 0;
    for (int round = 1; rounds.next(); round++) {
      if (cancelledInRound(round)) {
        cancelled++;
        receiveAfterwards(rounds.most() + round);
      }
    }
    equal(rounds.total(), sender.result(), "messages sent");
    talk.receiver().receive().expectEmpty("after an end for each receive");
    trial.chose("%d of %d receives were cancelled in time", cancelled, rounds.total());
  }

  private int sendOnePerRound() {
    int sent = 0;
    HangDetector detector = new HangDetector();
    while (sent < rounds.total()) {
      if (sent < started.get()) {
        sent++;
        talk.sender().send(talk.receiver(), sent);
        talk.sender().transmit().drain(1);
        detector.progressed();
      } else {
        detector.lapOr("no receive is posted after %d messages", sent);
      }
    }
    return sent;
  }

  private boolean cancelledInRound(long round) {
    talk.receiver().postReceive(round);
    started.incrementAndGet();
    for (int looks = 1 << (round % delays); looks > 0; looks--) {
      talk.receiver().progress();
    }
    talk.receiver().cancel(round);
    Outcome outcome = next(round);
    equal(round, outcome.context(), "context of the only pending receive");
    if (outcome.failed()) {
      equal(Errno.ECANCELED, outcome.failure().error(), "err of %s", outcome);
      return true;
    }
    took(round);
    return false;
  }

  private void receiveAfterwards(long context) {
    talk.receiver().postReceive(context);
    Outcome outcome = next(context);
    that(!outcome.failed(), "a receive without a cancel failed: %s", outcome);
    equal(context, outcome.context(), "context");
    took(context);
  }

  private void took(long context) {
    received++;
    equal((long) received, talk.receiver().payload(context), "the message, in order of sending");
  }

  private Outcome next(long context) {
    HangDetector detector = new HangDetector();
    Optional<Outcome> outcome = Arrivals.poll(talk.receiver().receive());
    while (outcome.isEmpty()) {
      detector.lapOr("the receive with context %d neither completes nor is cancelled", context);
      outcome = Arrivals.poll(talk.receiver().receive());
    }
    return outcome.get();
  }
}
