package dev.weft.software.transport;

import dev.weft.wire.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a queue pair, and what its holder leaves to do until it is given back: nobody is
 * inside two gates, because peers are rung outside.
 */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Rings rings = new Rings();

  /** Doorbells that were rung by who is inside. */
  private final List<Serving> rung = new ArrayList<>(1);

  /** Waits until no other thread is inside. */
  void enter() {
    lock.lock();
  }

  /** Lets the next thread in, and rings those for whom there is something. */
  void exit() {
    if (lock.getHoldCount() > 1) {
      lock.unlock();
      return;
    }
    Serving[] servings = takeRung();
    Link[] links = rings.take();
    lock.unlock();
    if (links != null) {
      rings.ring(links);
    }
    if (servings != null) {
      for (Serving serving : servings) {
        serving.ring();
      }
    }
  }

  private Serving[] takeRung() {
    if (rung.isEmpty()) {
      return null;
    }
    Serving[] taken = rung.toArray(Serving[]::new);
    rung.clear();
    return taken;
  }

  /** Inside: {@link #exit} rings this peer. */
  void ringLater(Link link) {
    rings.add(link);
  }

  /** Has {@link #exit} serve, if this thread is inside; else false. */
  boolean serveLater(Serving serving) {
    if (!lock.isHeldByCurrentThread()) {
      return false;
    }
    if (!rung.contains(serving)) {
      rung.add(serving);
    }
    return true;
  }

  /** Waits until whoever is inside now has left. */
  void pass() {
    lock.lock();
    try {
      assert lock.isHeldByCurrentThread();
    } finally {
      lock.unlock();
    }
  }
}
