package dev.weft.wire.shm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the memory of links that have ended, which is the machine's until the garbage collector
 * has looked, and has it look where that is much. A process whose peers come and go while it makes
 * no garbage would else hold all of it.
 */
final class MappingReclaimer {
  private static final Cleaner CLEANER = Cleaner.create();

  /** How much more there may be after a collection before there is another one. */
  private static final long MOST = 256L << 20;

  /** How long it takes at most until what was collected is given back. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final AtomicLong BYTES = new AtomicLong();
  private static final AtomicBoolean COLLECTING = new AtomicBoolean();
  private static volatile long limit = MOST;

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
        if (BYTES.addAndGet(bytes) > limit && COLLECTING.compareAndSet(false, true)) {
          Thread.ofPlatform().daemon().name("weft-shm-collect").start(MappingReclaimer::collect);
        }
      }
    }

    private synchronized void collected() {
      collected = true;
      BYTES.addAndGet(dead ? -bytes : 0);
    }
  }

  private MappingReclaimer() {}

  /** The memory that lives as long as this object. */
  static Share of(Object owner, long bytes) {
    Share share = new Share(bytes);
    CLEANER.register(owner, share::collected);
    return share;
  }

  private static void collect() {
    try {
      collectNow();
    } finally {
      COLLECTING.set(false);
    }
  }

  private static void collectNow() {
    System.gc();
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    limit = BYTES.get() + MOST;
  }

  /** Makes a file, once more where there was no room and this process holds what it needs not. */
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
