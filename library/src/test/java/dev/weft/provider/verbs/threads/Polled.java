package dev.weft.provider.verbs.threads;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion queue, and how many completions it is owed. */
final class Polled {
  final CompletionQueue queue;
  final Places owed;
  final AtomicInteger arms = new AtomicInteger();
  final AtomicInteger events = new AtomicInteger();

  /** Whether only threads that wait for events may poll it. */
  final boolean handlersOnly;

  final boolean solicited;

  Polled(VerbsContext context, Setup setup, CompletionChannel channelOrNull) {
    owed = new Places(setup.window());
    handlersOnly = channelOrNull != null && setup.handlersOnly();
    solicited = setup.solicited();
    int room = setup.window() + setup.nodes() * (2 * setup.room().maxSendWr() + 2);
    queue =
        setup.extended()
            ? context.createCqEx(
                CompletionQueueInit.builder(room)
                    .channel(channelOrNull)
                    .context(this)
                    .wcFlags(WcFields.STANDARD)
                    .build())
            : context.createCq(room, this, channelOrNull, 0);
  }

  void arm() {
    arms.incrementAndGet();
    queue.requestNotify(solicited);
  }
}
