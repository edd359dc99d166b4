package dev.weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A region of this process that peers may access. {@link #close} waits for accesses in progress, so
 * that after it only the owner uses the memory.
 *
 * <p>Any thread may call any method.
 */
public final class RegisteredMemory extends GrantedMemory {
  private static final int CLOSED = Integer.MIN_VALUE;

  private volatile LongConsumer watcher;

  /** Number of accesses in progress; {@link #CLOSED} is added once no further one may begin. */
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Makes a region that is in no table yet.
   *
   * @param key by which peers name it
   * @param segment the memory
   * @param access the access bits
   */
  public RegisteredMemory(long key, MemorySegment segment, long access) {
    super(key, segment, 0, access);
  }

  /** Sets the listener for the bytes that each operation of a peer writes here; null for none. */
  public void whenWritten(LongConsumer watcherOrNull) {
    watcher = watcherOrNull;
  }

  @Override
  public void written(long bytes) {
    LongConsumer told = watcher;
    if (told != null) {
      told.accept(bytes);
    }
  }

  @Override
  public boolean enter() {
    if (inside.incrementAndGet() > 0) {
      return true;
    }
    inside.decrementAndGet();
    return false;
  }

  @Override
  public boolean exit() {
    inside.decrementAndGet();
    return true;
  }

  /** Whether {@link #close} was not called yet. */
  boolean isOpen() {
    return inside.get() >= 0;
  }

  /** Denies further accesses and waits for those in progress. */
  public void close() {
    inside.accumulateAndGet(CLOSED, (count, closed) -> count | closed);
    while (inside.get() != CLOSED) {
      Thread.yield();
    }
  }
}
