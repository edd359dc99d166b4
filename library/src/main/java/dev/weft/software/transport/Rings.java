package dev.weft.software.transport;

import dev.weft.wire.Link;
import java.util.Arrays;

/** The links to ring once the lock is given back. For who is inside, but for {@link #ring}. */
final class Rings {
  private Link[] filling = new Link[1];
  private int count;

  /** An array that nobody uses, so that none need be made for each exit. */
  private volatile Link[] spare;

  void add(Link link) {
    if (count > 0 && filling[count - 1].equals(link)) {
      return;
    }
    if (count == filling.length) {
      filling = Arrays.copyOf(filling, 2 * count);
    }
    filling[count++] = link;
  }

  /** Takes all, for {@link #ring}; null where there is none. */
  Link[] take() {
    if (count == 0) {
      return null;
    }
    Link[] taken = filling;
    Link[] empty = spare;
    spare = null;
    filling = empty != null ? empty : new Link[1];
    count = 0;
    return taken;
  }

  /** Rings what {@link #take} gave; outside. */
  void ring(Link[] links) {
    for (int i = 0; i < links.length && links[i] != null; i++) {
      links[i].ring();
      links[i].ringForRoom();
      links[i] = null;
    }
    spare = links;
  }
}
