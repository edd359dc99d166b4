package dev.weft.software;

import dev.weft.wire.Link;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** The transfers under way, by number: as many as there ever were at a time. */
final class Transfers {
  private final List<Transfer> all = new ArrayList<>();
  private final Deque<Transfer> free = new ArrayDeque<>();

  Transfer take() {
    Transfer transfer = free.poll();
    if (transfer == null) {
      transfer = new Transfer(all.size());
      all.add(transfer);
    }
    return transfer;
  }

  void giveBack(Transfer transfer) {
    transfer.receive = null;
    free.push(transfer);
  }

  /** The transfer under way that this peer means by a number, or null. */
  Transfer find(Link link, long number) {
    Transfer transfer = number >= 0 && number < all.size() ? all.get((int) number) : null;
    return transfer != null && isFrom(transfer, link) ? transfer : null;
  }

  /** The transfer of the message that its sender knows by this handle, or null. */
  Transfer findMessage(Link link, int handle) {
    return first(each -> isFrom(each, link) && each.message.handle == handle);
  }

  /** Some transfer from this peer, or null. */
  Transfer findFrom(Link link) {
    return first(each -> isFrom(each, link));
  }

  /** The transfer into a receive with this context that is not a multi-receive, or null. */
  Transfer findByContext(long context) {
    return first(each -> !each.receive.multi && each.receive.context == context);
  }

  /** Some transfer, or null. */
  Transfer any() {
    return first(each -> true);
  }

  private Transfer first(Predicate<Transfer> wanted) {
    for (Transfer each : all) {
      if (each.receive != null && wanted.test(each)) {
        return each;
      }
    }
    return null;
  }

  private static boolean isFrom(Transfer transfer, Link link) {
    return transfer.receive != null && transfer.message.link.equals(link);
  }
}
