package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the asynchronous events of a context without blocking, and acknowledges each at once. Waits
 * are bounded.
 */
public final class AsyncInbox {
  private static final Duration CALM = Duration.ofMillis(15);

  private final VerbsContext context;
  private final List<Seen> others = new ArrayList<>();

  private record Seen(AsyncEventType type, VerbsObject element) {}

  AsyncInbox(VerbsContext context) {
    this.context = context;
    context.asyncBlocking(false);
  }

  private Seen next(Duration patience) {
    HangDetector detector = new HangDetector(patience);
    AsyncEvent event = new AsyncEvent();
    while (true) {
      int answer = context.getAsyncEvent(event);
      if (answer == 0) {
        context.ackAsyncEvent(event);
        return new Seen(event.type(), event.element());
      }
      VerbsCheck.answered(VerbsErrno.EAGAIN, answer, "get_async_event without an event");
      if (!detector.lap()) {
        return null;
      }
    }
  }

  /** Takes the event of this type about this object; others may precede it. */
  public void expect(AsyncEventType type, VerbsObject element) {
    Seen wanted = new Seen(type, element);
    if (others.remove(wanted)) {
      return;
    }
    Seen seen = next(HangDetector.ALLOWANCE);
    while (!wanted.equals(seen)) {
      if (seen == null) {
        throw new ClauseFailure("no asynchronous event %s; others: %s".formatted(type, others));
      }
      others.add(seen);
      seen = next(HangDetector.ALLOWANCE);
    }
  }

  /** How many events of this type about this object are queued or arrive within a short while. */
  public long count(AsyncEventType type, VerbsObject element) {
    Seen wanted = new Seen(type, element);
    for (Seen seen = next(CALM); seen != null; seen = next(CALM)) {
      others.add(seen);
    }
    long count = others.stream().filter(wanted::equals).count();
    others.removeIf(wanted::equals);
    return count;
  }

  /** Fails if any event is queued or arrives within a short while. */
  public void expectNone(String when) {
    Seen seen = others.isEmpty() ? next(CALM) : others.getFirst();
    if (seen != null) {
      throw new ClauseFailure("%s: asynchronous event %s".formatted(when, seen.type()));
    }
  }
}
