package dev.weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Memory of this process that peers may name. {@link #close} waits until nobody is inside, so that
 * the memory is the owner's alone on return.
 *
 * <p>Any thread may call any method.
 */
public final class RegisteredMemory extends GrantedMemory {
  private static final int CLOSED = Integer.MIN_VALUE;

  private volatile LongConsumer watcher;

  /** How many are inside; {@link #CLOSED} is added once nobody may enter any more. */
  private final AtomicInteger inside = new AtomicInteger();

  /**
   * Memory that nobody knows yet.
   *
   * @param key what peers name it by
   * @param segment the memory
   * @param access the bits of what is allowed
   */
  public RegisteredMemory(long key, MemorySegment segment, long access) {
    super(key, segment, access);
  }

  /** Who is told how many bytes each operation of a peer has written here; null: nobody. */
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

  /** Lets nobody in any more, and waits until nobody is inside. */
  public void close() {
    inside.accumulateAndGet(CLOSED, (count, closed) -> count | closed);
    while (inside.get() != CLOSED) {
      Thread.yield();
    }
  }
}
