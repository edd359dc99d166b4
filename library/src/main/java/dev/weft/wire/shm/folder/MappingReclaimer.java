package dev.weft.wire.shm.folder;

import java.io.File;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Counts the memory of ended links, which stays mapped until a garbage collection, and triggers a
 * collection if it is large, or if there is little room left beside it. Otherwise a process with
 * many short-lived peers and little garbage would keep all of it, and the folder would be full.
 */
public final class MappingReclaimer {
  private static final Cleaner CLEANER = Cleaner.create();

  /** Additional memory after a collection that triggers the next one. */
  private static final long MAX = 256L << 20;

  /** The part of the room that is free which triggers it, too: one of so many. */
  private static final long PART = 4;

  /**
   * Time for a thread that has dropped a link to drop its last references, and maximum time until
   * collected memory is unmapped.
   */
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Guards all that follows, and the fields of {@link Share}. */
  private static final Object LOCK = new Object();

  /** Bytes of ended links that are mapped. */
  private static long bytes;

  /** Bytes of all links that have ever ended. */
  private static long ended;

  /** Those of them that the last collection has left, because they are in use. */
  private static long inUse;

  /** So many bytes more start a collection. */
  private static long limit = MAX;

  private static boolean collecting;

  /** The memory of one link. */
  public static final class Share {
    private final File folder;
    private final long size;
    private boolean counted;
    private boolean collected;

    private Share(File folder, long size) {
      this.folder = folder;
      this.size = size;
    }

    /** The link has ended. */
    public void linkEnded() {
      long free = folder.isDirectory() ? folder.getUsableSpace() : Long.MAX_VALUE;
      synchronized (LOCK) {
        limit = Math.min(MAX, free / PART);
        if (!counted && !collected) {
          counted = true;
          bytes += size;
          ended += size;
          collectIfMuch();
        }
      }
    }

    private void collected() {
      synchronized (LOCK) {
        collected = true;
        bytes -= counted ? size : 0;
        inUse = Math.min(inUse, bytes);
      }
    }
  }

  private MappingReclaimer() {}

  /** Counts memory of {@code size} bytes in this folder that lives as long as {@code owner}. */
  public static Share of(Object owner, Path folder, long size) {
    Share share = new Share(folder.toFile(), size);
    CLEANER.register(owner, share::collected);
    return share;
  }

  /** Caller holds the lock. */
  private static void collectIfMuch() {
    if (isMuch() && !collecting) {
      Thread.ofPlatform().daemon().name("weft-shm-collect").start(MappingReclaimer::collect);
      collecting = true;
    }
  }

  private static boolean isMuch() {
    return bytes - inUse > limit;
  }

  private static void collect() {
    boolean more = true;
    try {
      while (more) {
        pause();
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
      collecting = isMuch();
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
    pause();
    synchronized (LOCK) {
      inUse = Math.max(0, bytes - (ended - before));
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
