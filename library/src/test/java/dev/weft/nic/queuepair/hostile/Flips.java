package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.queuepair.RawFrame;
import dev.weft.wire.FrameWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * A thread that repeatedly changes a word of a frame and restores it while the frame is taken, so
 * that a checked value may differ when it is used.
 */
final class Flips implements AutoCloseable {
  /** Offsets of tag, data and payload behind a frame's header. */
  private static final int TAG = 8;

  private static final int BURST = 64;

  private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::flip);
  private Random random;
  private MemorySegment memory;
  private long at;
  private long one;
  private long other;
  private boolean closed;

  Flips() {
    thread.start();
  }

  void seed(Random next) {
    random = next;
  }

  /** Starts changing a word of this frame. */
  synchronized void begin(MemorySegment ring, long place, RawFrame frame) {
    int words = Math.min(4, (int) (frame.size() / Long.BYTES));
    int word = random.nextInt(2 + words);
    long payload = FrameWriter.payload(place) + (word - 2L) * Long.BYTES;
    at = word < 2 ? place + TAG + (long) word * Long.BYTES : payload;
    memory = ring;
    one = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    other = random.nextBoolean() ? -one : random.nextLong();
    notifyAll();
  }

  synchronized void end() {
    memory = null;
  }

  private void flip() {
    while (!isClosed()) {
      // the lock is free between bursts
    }
  }

  private synchronized boolean isClosed() {
    try {
      while (memory == null && !closed) {
        wait();
      }
    } catch (InterruptedException nobodyDoes) {
      closed = true;
    }
    for (int i = 0; memory != null && i < BURST; i++) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, other);
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, one);
    }
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    memory = null;
    notifyAll();
  }
}
