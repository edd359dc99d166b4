package dev.weft.nic.progress;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.Link;
import dev.weft.wire.LinkFaults;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The links whose doorbells are to be rung. Peers in this process are rung while the lock is held
 * and served on the holder's thread; of all others, those that sleep are woken after the release,
 * because that is a system call. The caller holds the lock, except in {@link #wake}.
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

    void keepIf(Predicate<Link> wanted) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        Link link = links[i];
        links[i] = null;
        if (wanted.test(link)) {
          links[kept++] = link;
        }
      }
      count = kept;
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

  /**
   * Takes those of the other links whose peers must be woken, for {@link #wake}; null if none must:
   * most peers poll.
   */
  public Link[] takeSleeping() {
    Link first = far;
    if (first == null) {
      return null;
    }
    far = null;
    boolean sleeps = takeAlarm(first);
    if (moreFar.count > 0) {
      moreFar.keepIf(PendingDoorbells::takeAlarm);
    }
    if (sleeps) {
      moreFar.add(first);
    }
    return moreFar.count == 0 ? null : takeMoreFar();
  }

  private static boolean takeAlarm(Link link) {
    try {
      boolean sleeps = link.takeAlarm();
      DeferredMmapFault.checkFault();
      return sleeps;
    } catch (InternalError noSuchPage) {
      LinkFaults.attributeFault(link, noSuchPage);
      return false;
    }
  }

  private Link[] takeMoreFar() {
    Link[] taken = moreFar.links;
    Link[] empty = spare.getAcquire(); // partner: setRelease, after the array was cleared
    spare.setRelease(null);
    moreFar.links = empty != null ? empty : new Link[1];
    moreFar.count = 0;
    return taken;
  }

  /** Wakes the peers of {@link #takeSleeping}, with or without the lock. */
  public void wake(Link[] linksOrNull) {
    if (linksOrNull != null) {
      for (int i = 0; i < linksOrNull.length && linksOrNull[i] != null; i++) {
        wake(linksOrNull[i]);
        linksOrNull[i] = null;
      }
      spare.setRelease(linksOrNull);
    }
  }

  private static void wake(Link link) {
    try {
      link.wake();
    } catch (InternalError noSuchPage) {
      LinkFaults.attributeFault(link, noSuchPage);
    }
  }
}
