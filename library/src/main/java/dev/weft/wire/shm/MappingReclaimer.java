package dev.weft.wire.shm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the memory of ended links, which stays mapped until a garbage collection, and triggers a
 * collection if it is large. Otherwise a process with many short-lived peers and little garbage
 * would keep all of it.
 */
final class MappingReclaimer {
  private static final Cleaner CLEANER = Cleaner.create();

  /** Additional memory after a collection that triggers the next one. */
  private static final long MOST = 256L << 20;

  /** Maximum time until collected memory is unmapped. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final AtomicLong BYTES = new AtomicLong();

  /** Bytes of all links that have ever ended. */
  private static final AtomicLong ENDED = new AtomicLong();

  private static final AtomicBoolean COLLECTING = new AtomicBoolean();
  private static final AtomicLong LIMIT = new AtomicLong(MOST);

  /** The memory of one link. */
  static final class Share {
    private final long bytes;
    private boolean dead;
    private boolean collected;

    private Share(long bytes) {
      this.bytes = bytes;
    }

    /** The link has ended. */
    synchronized void die() {
      if (!dead && !collected) {
        dead = true;
        ENDED.addAndGet(bytes);
        if (BYTES.addAndGet(bytes) > LIMIT.get() && COLLECTING.compareAndSet(false, true)) {
          Thread.ofPlatform().daemon().name("weft-shm-collect").start(MappingReclaimer::collect);
        }
      }
    }

    private synchronized void collected() {
      collected = true;
      long left = BYTES.addAndGet(dead ? -bytes : 0);
      LIMIT.accumulateAndGet(left + MOST, Math::min); // it was set when this was still in use
    }
  }

  private MappingReclaimer() {}

  /** Counts memory that lives as long as {@code owner}. */
  static Share of(Object owner, long bytes) {
    Share share = new Share(bytes);
    CLEANER.register(owner, share::collected);
    return share;
  }

  private static void collect() {
    try {
      do {
        collectNow();
      } while (BYTES.get() > LIMIT.get());
    } finally {
      COLLECTING.set(false);
    }
  }

  /** Memory that ends meanwhile may be unused, but this collection does not find it. */
  private static void collectNow() {
    long before = ENDED.get();
    System.gc();
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long endedSince = ENDED.get() - before;
    LIMIT.set(Math.max(0, BYTES.get() - endedSince) + MOST);
  }

  /** Makes a file; if there is no room, frees memory of ended links and tries once more. */
  static <T> T makeRoomFor(InterruptGuard.FileWork<T> making) throws IOException {
    try {
      return InterruptGuard.deferred(making);
    } catch (IOException e) {
      if (BYTES.get() == 0 || !ShmFolder.isNoRoom(e)) {
        throw e;
      }
      collectNow();
      return InterruptGuard.deferred(making);
    }
  }
}
