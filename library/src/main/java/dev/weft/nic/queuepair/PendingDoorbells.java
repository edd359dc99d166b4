package dev.weft.nic.queuepair;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import java.util.Arrays;

/**
 * The links to ring. Peers in this process are rung by who is still inside, and served on its
 * thread; all others once it has left. For who is inside the machine, but for {@link #ring}.
 */
final class PendingDoorbells {

  /** Links, each once where they come one after the other. */
  private static final class Few {
    Link[] links = new Link[1];
    int count;

    void add(Link link) {
      if (count > 0 && links[count - 1].equals(link)) {
        return;
      }
      if (count == links.length) {
        links = Arrays.copyOf(links, 2 * count);
      }
      links[count++] = link;
    }

    Link removeLast() {
      Link last = links[--count];
      links[count] = null;
      return last;
    }
  }

  private final Few near = new Few();
  private final Few far = new Few();

  /** An array that nobody uses, so that none need be made for each exit. */
  private volatile Link[] spare;

  void add(Link link) {
    (link.inProcessPeer() == null ? far : near).add(link);
  }

  /** Rings those in this process; what they answer only leaves a mark. */
  void ringNear() {
    while (near.count > 0) {
      Link link = near.removeLast();
      link.ringForRoom();
      link.inProcessPeer().ringUnlessPolled();
    }
  }

  /** Takes all others, for {@link #ring}; null where there is none. */
  Link[] take() {
    if (far.count == 0) {
      return null;
    }
    Link[] taken = far.links;
    Link[] empty = spare;
    spare = null;
    far.links = empty != null ? empty : new Link[1];
    far.count = 0;
    return taken;
  }

  /** Rings what {@link #take} gave, outside or inside. */
  void ring(Link[] linksOrNull) {
    if (linksOrNull != null) {
      for (int i = 0; i < linksOrNull.length && linksOrNull[i] != null; i++) {
        ring(linksOrNull[i]);
        linksOrNull[i] = null;
      }
      spare = linksOrNull;
    }
  }

  private static void ring(Link link) {
    try {
      link.ring();
      link.ringForRoom();
      DeferredMmapFault.checkFault();
    } catch (InternalError noSuchPage) {
      LinkFaults.attributeFault(link, noSuchPage);
    }
  }
}
