package dev.weft.conformance.fabric;

import static dev.weft.conformance.Check.equal;
import static dev.weft.conformance.Check.that;

import dev.weft.conformance.ClauseFailure;
import dev.weft.conformance.Task;
import dev.weft.conformance.Trial;
import dev.weft.fabric.Errno;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A receiver posts and cancels while a sender's messages arrive: each receive must end exactly
 * once. A message whose receive was cancelled goes to a later one, so none may be missing either.
 */
final class CancelRace {

  private final int rounds;
  private final Talk talk;
  private final Trial trial;
  private final AtomicInteger started = new AtomicInteger();
  private int received;

  CancelRace(Trial trial, int rounds) {
    this.trial = trial;
    this.rounds = rounds;
    this.talk = Talk.on(trial);
  }

  void check() throws InterruptedException {
    Task<Integer> sender = trial.start(this::sendOnePerRound);
    int cancelled = 0;
    for (int round = 1; round <= rounds; round++) {
      cancelled += cancelledInRound(round) ? 1 : 0;
    }
    equal(rounds, sender.result(), "messages sent");
    collect(rounds + 1L);
    trial.chose("%d of %d receives were cancelled in time", cancelled, rounds);
  }

  private int sendOnePerRound() {
    int sent = 0;
    while (sent < rounds && !Thread.currentThread().isInterrupted()) {
      if (sent < started.get()) {
        sent++;
        talk.sender().send(talk.receiver(), sent);
        talk.sender().transmit().drain(1);
      } else {
        Thread.onSpinWait();
      }
    }
    return sent;
  }

  private boolean cancelledInRound(long round) {
    talk.receiver().postReceive(round);
    started.incrementAndGet();
    if (round % 3 != 0) {
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

  private void took(long context) {
    received++;
    equal((long) received, talk.receiver().payload(context), "the message, in order of sending");
  }

  /** Receives what was left over by cancelled receives. */
  private void collect(long first) {
    for (long context = first; received < rounds; context++) {
      talk.receiver().postReceive(context);
      Outcome outcome = next(context);
      that(!outcome.failed(), "a receive that nobody cancelled failed: %s", outcome);
      equal(context, outcome.context(), "context");
      took(context);
    }
    talk.receiver().receive().expectEmpty("after an end for each receive");
  }

  private Outcome next(long context) {
    long deadline = System.nanoTime() + 5_000_000_000L;
    Optional<Outcome> outcome = Arrivals.poll(talk.receiver().receive());
    while (outcome.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new ClauseFailure(
            "the receive with context %d neither completed nor was cancelled".formatted(context));
      }
      outcome = Arrivals.poll(talk.receiver().receive());
    }
    return outcome.get();
  }
}
