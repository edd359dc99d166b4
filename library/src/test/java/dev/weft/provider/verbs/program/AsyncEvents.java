package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import java.util.ArrayList;
import java.util.List;

/** The asynchronous events of the contexts of a program, and those that must come. */
final class AsyncEvents {
  private final List<VerbsContext> contexts = new ArrayList<>();

  /** Queue pairs whose send queue must drain. */
  private final List<QueuePair> draining = new ArrayList<>();

  /** Queues that must overrun. */
  private final List<CompletionQueue> overrun = new ArrayList<>();

  private final AsyncEvent event = new AsyncEvent();

  void add(VerbsContext context) {
    context.asyncBlocking(false);
    contexts.add(context);
  }

  void expectDrained(QueuePair pair) {
    draining.add(pair);
  }

  void expectOverrun(CompletionQueue queue) {
    overrun.add(queue);
  }

  /** Takes the events that are there; whether no more must come. */
  boolean take() {
    for (VerbsContext context : contexts) {
      while (context.getAsyncEvent(event) == 0) {
        context.ackAsyncEvent(event);
        assertTrue(isExpected(), () -> "unexpected: " + event);
      }
    }
    return draining.isEmpty() && overrun.isEmpty();
  }

  private boolean isExpected() {
    return switch (event.type()) {
      case SQ_DRAINED -> draining.remove(event.queuePair());
      case CQ_ERR -> overrun.remove(event.completionQueue());
      default -> true;
    };
  }
}
