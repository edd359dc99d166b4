package dev.weft.nic.report;

import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * {@code FI_ORDER_STRICT}: reports the operations to one peer in the order of posting. Each
 * operation has a place. An operation that ends early waits there, in the queue entry that is
 * reserved for it.
 *
 * <pre>
 *   places:   [ A: under way ] [ B: under way ] [ A: done ] [ B: failed ] [ A: done ]
 *                  |                 '--- B's entries wait for this one
 *                  '--- A's entries wait for this one
 * </pre>
 *
 * <p>Used by one thread at a time.
 */
public final class CompletionOrder {
  private final List<OrderedTarget> places = new ArrayList<>();
  private final Deque<OrderedTarget> unused = new ArrayDeque<>();

  /** A place behind all operations so far; used once. */
  CompletionReporter place(Link link, CompletionReporter target) {
    OrderedTarget place = unused.isEmpty() ? new OrderedTarget(this) : unused.pop();
    place.begin(link, target);
    places.add(place);
    return place;
  }

  /** Removes the place of an operation that was not posted. */
  void leave(OrderedTarget place) {
    places.remove(places.lastIndexOf(place));
    unused.push(place);
  }

  /** Reports the operations that no earlier one holds back. */
  void report(Link link) {
    int i = 0;
    while (i < places.size()) {
      OrderedTarget place = places.get(i);
      if (!place.isTo(link)) {
        i++;
      } else if (place.hasEnded()) {
        places.remove(i);
        place.report();
        unused.push(place);
      } else {
        return;
      }
    }
  }
}
