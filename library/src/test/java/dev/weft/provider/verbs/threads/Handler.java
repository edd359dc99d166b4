package dev.weft.provider.verbs.threads;

import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.VerbsErrno;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** A thread that sleeps until an event comes, arms again, and then takes what is there. */
final class Handler {
  private static final int KEPT = 3;

  /** Events that were taken and not acknowledged. */
  final Map<Polled, Integer> kept = new HashMap<>();

  private final Side side;
  private final Ledger ledger;
  private final Poller poller;
  private final Random random;

  /** Set before the thread is interrupted. */
  volatile boolean ended;

  Handler(Side side, Ledger ledger, Random random) {
    this.side = side;
    this.ledger = ledger;
    this.random = random;
    poller = new Poller(ledger, random);
  }

  void run() {
    CompletionEvent event = new CompletionEvent();
    int result = side.channel.getEvent(event);
    while (result == 0) {
      handle((Polled) event.context(), event);
      result = side.channel.getEvent(event);
    }
    ledger.require(ended && result == VerbsErrno.EINTR, "ibv_get_cq_event", result);
  }

  private void handle(Polled queue, CompletionEvent event) {
    ledger.require(event.queue().equals(queue.queue), "event of another queue", event);
    queue.events.incrementAndGet();
    int unacknowledged = kept.merge(queue, 1, Integer::sum);
    if (unacknowledged > random.nextInt(KEPT)) {
      queue.queue.ackEvents(unacknowledged);
      kept.put(queue, 0);
    }
    queue.arm();
    poller.drain(queue);
  }
}
