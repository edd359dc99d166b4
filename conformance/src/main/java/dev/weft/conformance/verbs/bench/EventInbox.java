package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import java.time.Duration;

/** Reads a completion channel without blocking. Waits are bounded. Does not acknowledge. */
public final class EventInbox {
  private static final Duration CALM = Duration.ofMillis(15);

  private final CompletionChannel channel;
  private final CompletionEvent event = new CompletionEvent();

  EventInbox(CompletionChannel channel) {
    this.channel = channel;
    channel.blocking(false);
  }

  public CompletionChannel channel() {
    return channel;
  }

  /** Takes the next event of any queue; null if none arrives within this time. */
  public CompletionQueue next(Duration patience) {
    HangDetector detector = new HangDetector(patience);
    while (true) {
      int answer = channel.getEvent(event);
      if (answer == 0) {
        return event.queue();
      }
      VerbsCheck.answered(VerbsErrno.EAGAIN, answer, "get_cq_event without an event");
      if (!detector.lap()) {
        return null;
      }
    }
  }

  /** Takes the next event, which must be of this queue. */
  public void expect(CompletionQueue queue) {
    CompletionQueue seen = next(HangDetector.ALLOWANCE);
    if (seen == null) {
      throw new ClauseFailure("no event comes");
    }
    Check.that(seen.equals(queue), "the event is of another queue, with context %s", context());
  }

  /** Takes and acknowledges one event of this queue. */
  public void take(CompletionQueue queue) {
    expect(queue);
    queue.ackEvents(1);
  }

  /** The context of the last event. */
  public Object context() {
    return event.context();
  }

  /** Fails if an event is queued or arrives within a short while. */
  public void expectNone(String when) {
    CompletionQueue seen = next(CALM);
    if (seen != null) {
      seen.ackEvents(1);
      throw new ClauseFailure("an event after " + when);
    }
  }
}
