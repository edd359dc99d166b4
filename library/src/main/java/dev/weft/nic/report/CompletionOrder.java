package dev.weft.nic.report;

import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * {@code FI_ORDER_STRICT}: reports the operations to one peer in the order of posting. Each
 * operation has an entry. An operation that ends early waits there, in the queue entry that is
 * reserved for it.
 *
 * <pre>
 *   entries:   [ A: under way ] [ B: under way ] [ A: done ] [ B: failed ] [ A: done ]
 *                  |                 '--- B's entries wait for this one
 *                  '--- A's entries wait for this one
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class CompletionOrder {
  private final List<OrderedTarget> entries = new ArrayList<>();
  private final Deque<OrderedTarget> unused = new ArrayDeque<>();

  /** An entry behind all operations so far; used once. */
  CompletionReporter append(Link link, CompletionReporter target) {
    OrderedTarget entry = unused.isEmpty() ? new OrderedTarget(this) : unused.pop();
    entry.begin(link, target);
    entries.add(entry);
    return entry;
  }

  /** Removes the entry of an operation that was not posted. */
  void leave(OrderedTarget entry) {
    entries.remove(entries.lastIndexOf(entry));
    unused.push(entry);
  }

  /** Reports the operations that no earlier one holds back. */
  void report(Link link) {
    int i = 0;
    while (i < entries.size()) {
      OrderedTarget entry = entries.get(i);
      if (!entry.isTo(link)) {
        i++;
      } else if (entry.hasEnded()) {
        entries.remove(i);
        entry.report();
        unused.push(entry);
      } else {
        return;
      }
    }
  }
}
