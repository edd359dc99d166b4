package dev.weft.nic.progress;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The links whose doorbells are to be rung. Peers in this process are rung while the lock is held
 * and served on the holder's thread. All others are looked at after the release: its full fence
 * serves the doorbells as well, and waking a peer is a system call. The caller holds the lock,
 * except in {@link #wake}.
 */
public final class PendingDoorbells {

  /** A list of links without adjacent duplicates. */
  private static final class Few {
    Link[] links = new Link[1];
    int count;

    @SuppressWarnings("ReferenceEquality") // compares identity
    void add(Link link) {
      if (count > 0 && links[count - 1] == link) {
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

  /** Most often the only one of the other links. */
  private Link far;

  private final Few moreFar = new Few();

  /**
   * A spare array, so that a release allocates none. Threads that wake without the lock return it;
   * if two do, one array is lost.
   */
  private final AtomicReference<Link[]> spare = new AtomicReference<>();

  @SuppressWarnings("ReferenceEquality") // compares identity
  public void add(Link link) {
    if (link == far) {
      return;
    }
    if (link.inProcessPeer() != null) {
      near.add(link);
    } else if (far == null) {
      far = link;
    } else {
      moreFar.add(link);
    }
  }

  /** Rings the peers in this process. Their responses only set the pending bit. */
  public void ringNear() {
    while (near.count > 0) {
      Link link = near.removeLast();
      link.ringForRoom();
      link.inProcessPeer().ringUnlessPolled();
    }
  }

  /** Takes the only other link, or one of them, for {@link #wake}; null if there is none. */
  public Link takeFar() {
    Link taken = far;
    if (taken != null) {
      far = null;
    }
    return taken;
  }

  /** Takes the rest of the other links, for {@link #wake}; null if there are none. */
  public Link[] takeMoreFar() {
    if (moreFar.count == 0) {
      return null;
    }
    Link[] taken = moreFar.links;
    Link[] empty = spare.getAcquire(); // partner: setRelease, after the array was cleared
    spare.setRelease(null);
    moreFar.links = empty != null ? empty : new Link[1];
    moreFar.count = 0;
    return taken;
  }

  /** Wakes those peers that sleep. Called after a full fence, with or without the lock. */
  public void wake(Link firstOrNull, Link[] moreOrNull) {
    if (firstOrNull != null) {
      wake(firstOrNull);
    }
    if (moreOrNull != null) {
      for (int i = 0; i < moreOrNull.length && moreOrNull[i] != null; i++) {
        wake(moreOrNull[i]);
        moreOrNull[i] = null;
      }
      spare.setRelease(moreOrNull);
    }
  }

  private static void wake(Link link) {
    try {
      link.wakeIfAsleep();
      DeferredMmapFault.checkFault();
    } catch (InternalError noSuchPage) {
      LinkFaults.attributeFault(link, noSuchPage);
    }
  }
}
