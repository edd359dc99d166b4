package dev.weft.wire.shm;

import dev.weft.wire.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Links that a port has dropped while their peers accessed its owner's memory. A link is kept until
 * the access ends, but no longer than a port waits for one.
 *
 * <p>The caller holds the port's monitor.
 */
final class DroppedLinks {
  private final List<Dropped> accessing = new ArrayList<>();

  private record Dropped(ShmLink link, long since) {
    boolean isOver(long now) {
      return now - since > AccessWait.TIMEOUT_NANOS || !link.isAccessing(AccessWait.ANY_GRANT);
    }
  }

  /** Keeps a link whose peer begins no access any more, if one is in progress. */
  void add(ShmLink link) {
    long now = System.nanoTime();
    accessing.removeIf(each -> each.isOver(now));
    if (link.isAccessing(AccessWait.ANY_GRANT)) {
      accessing.add(new Dropped(link, now));
    }
  }

  /** These links and those that are kept. */
  Link[] appendedTo(Link[] links) {
    Link[] all = Arrays.copyOf(links, links.length + accessing.size());
    for (int i = 0; i < accessing.size(); i++) {
      all[links.length + i] = accessing.get(i).link;
    }
    return all;
  }
}
