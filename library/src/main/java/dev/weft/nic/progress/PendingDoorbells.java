package dev.weft.nic.progress;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The links whose doorbells are to be rung. Peers in this process are rung while the lock is held
 * and served on the holder's thread; all others are rung after the release. The caller holds the
 * lock, except in {@link #ring}.
 */
public final class PendingDoorbells {

  /** A list of links without adjacent duplicates. */
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

  /**
   * A spare array, so that a release allocates none. Threads that ring without the lock return it;
   * if two do, one array is lost.
   */
  private final AtomicReference<Link[]> spare = new AtomicReference<>();

  public void add(Link link) {
    (link.inProcessPeer() == null ? far : near).add(link);
  }

  /** Rings the peers in this process. Their responses only set the pending bit. */
  public void ringNear() {
    while (near.count > 0) {
      Link link = near.removeLast();
      link.ringForRoom();
      link.inProcessPeer().ringUnlessPolled();
    }
  }

  /** Takes all other links, for {@link #ring}; null if there are none. */
  public Link[] take() {
    if (far.count == 0) {
      return null;
    }
    Link[] taken = far.links;
    Link[] empty = spare.getAcquire(); // partner: setRelease, after the array was cleared
    spare.setRelease(null);
    far.links = empty != null ? empty : new Link[1];
    far.count = 0;
    return taken;
  }

  /** Rings the links of {@link #take}, with or without the lock. */
  public void ring(Link[] linksOrNull) {
    if (linksOrNull != null) {
      for (int i = 0; i < linksOrNull.length && linksOrNull[i] != null; i++) {
        ring(linksOrNull[i]);
        linksOrNull[i] = null;
      }
      spare.setRelease(linksOrNull);
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
