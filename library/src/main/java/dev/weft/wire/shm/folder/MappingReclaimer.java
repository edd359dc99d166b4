package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.time.Duration;

/**
 * Counts the memory of ended links, which stays mapped until a garbage collection, and triggers a
 * collection if it is large. Otherwise a process with many short-lived peers and little garbage
 * would keep all of it.
 */
public final class MappingReclaimer {
  private static final Cleaner CLEANER = Cleaner.create();

  /** Additional memory after a collection that triggers the next one. */
  private static final long MAX = 256L << 20;

  /** Maximum time until collected memory is unmapped. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Guards all that follows, and the fields of {@link Share}. */
  private static final Object LOCK = new Object();

  /** Bytes of ended links that are mapped. */
  private static long bytes;

  /** Bytes of all links that have ever ended. */
  private static long ended;

  /** More bytes than this start a collection. */
  private static long limit = MAX;

  private static boolean collecting;

  /** The memory of one link. */
  public static final class Share {
    private final long size;
    private boolean dead;
    private boolean collected;

    private Share(long size) {
      this.size = size;
    }

    /** The link has ended. */
    public void die() {
      synchronized (LOCK) {
        if (!dead && !collected) {
          dead = true;
          bytes += size;
          ended += size;
          collectIfMuch();
        }
      }
    }

    private void collected() {
      synchronized (LOCK) {
        collected = true;
        bytes -= dead ? size : 0;
        limit = Math.min(limit, bytes + MAX); // it was set when this was still in use
      }
    }
  }

  private MappingReclaimer() {}

  /** Counts memory of {@code size} bytes that lives as long as {@code owner}. */
  public static Share of(Object owner, long size) {
    Share share = new Share(size);
    CLEANER.register(owner, share::collected);
    return share;
  }

  /** Caller holds the lock. */
  private static void collectIfMuch() {
    if (bytes > limit && !collecting) {
      Thread.ofPlatform().daemon().name("weft-shm-collect").start(MappingReclaimer::collect);
      collecting = true;
    }
  }

  private static void collect() {
    boolean more = true;
    try {
      while (more) {
        collectNow();
        more = mustCollectAgain();
      }
    } finally {
      if (more) {
        endCollecting(); // it was ended by an error
      }
    }
  }

  private static boolean mustCollectAgain() {
    synchronized (LOCK) {
      collecting = bytes > limit;
      return collecting;
    }
  }

  private static void endCollecting() {
    synchronized (LOCK) {
      collecting = false;
    }
  }

  /** Memory that ends meanwhile may be unused, but this collection does not find it. */
  private static void collectNow() {
    long before = endedNow();
    System.gc();
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (LOCK) {
      limit = Math.max(0, bytes - (ended - before)) + MAX;
    }
  }

  private static long endedNow() {
    synchronized (LOCK) {
      return ended;
    }
  }

  private static boolean isEmpty() {
    synchronized (LOCK) {
      return bytes == 0;
    }
  }

  /** Makes a file; if there is no room, frees memory of ended links and tries once more. */
  static <T> T makeRoomFor(InterruptGuard.FileWork<T> making) throws IOException {
    try {
      return InterruptGuard.deferred(making);
    } catch (IOException e) {
      if (isEmpty() || !ShmErrors.isNoRoom(e)) {
        throw e;
      }
      collectNow();
      return InterruptGuard.deferred(making);
    }
  }
}
