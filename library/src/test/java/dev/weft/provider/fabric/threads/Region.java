package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Memory that is registered, closed and registered again: an integer that all threads add to, then
 * a stripe for each thread.
 */
final class Region {
  static final long STRIPE = 12_000;
  private static final int GUARD = 64;
  private static final byte MARK = 0x3C;
  private static final int PAUSE = 50;

  final Station station;
  final long key;
  volatile boolean everClosed;
  private final MemorySegment whole;
  private final MemorySegment granted;
  private final ReentrantLock lock = new ReentrantLock();
  private MemoryRegion registered;

  Region(Station station, long key, int threads) {
    this.station = station;
    this.key = key;
    long bytes = stripe(threads);
    whole = station.domain.allocate(bytes + 2 * GUARD).fill(MARK);
    granted = whole.asSlice(GUARD, bytes);
    granted.set(ValueLayout.JAVA_LONG, 0, 0);
    register();
  }

  /** Where the stripe of a thread starts. */
  static long stripe(int thread) {
    return Long.BYTES + thread * STRIPE;
  }

  private void register() {
    registered = station.domain.register(granted, AccessFlags.REMOTE, key);
  }

  /** Closes and registers it; nothing may change meanwhile. */
  void renew() {
    if (lock.tryLock()) {
      try {
        everClosed = true;
        registered.close();
        MemorySegment before = MemorySegment.ofArray(granted.toArray(ValueLayout.JAVA_BYTE));
        for (int i = 0; i < PAUSE; i++) {
          Thread.yield();
        }
        assertEquals(-1, before.mismatch(granted), () -> "changed after its close: " + this);
        register();
      } finally {
        lock.unlock();
      }
    }
  }

  void close() {
    registered.close();
  }

  long sum() {
    return granted.get(ValueLayout.JAVA_LONG, 0);
  }

  /** Compares the stripe of a thread with what it has written last. */
  void assertStripe(int thread, long number, long bytes) {
    MemorySegment written = granted.asSlice(stripe(thread), bytes);
    assertEquals(-1, Buffer.wrongAt(written, number, bytes), () -> "wrong byte in " + this);
  }

  void assertGuards() {
    for (long i = 0; i < GUARD; i++) {
      assertEquals(MARK, whole.get(ValueLayout.JAVA_BYTE, i), "byte before a region");
      long behind = whole.byteSize() - 1 - i;
      assertEquals(MARK, whole.get(ValueLayout.JAVA_BYTE, behind), "byte behind a region");
    }
  }

  @Override
  public String toString() {
    return "region " + key + " of " + station + (everClosed ? ", closed once" : "");
  }
}
