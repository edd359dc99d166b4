package dev.weft.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Memory that peers may name. Whoever copies for a peer is inside meanwhile; {@link #close} waits
 * until nobody is, so that the memory is the owner's alone on return.
 *
 * <p>Any thread may call any method.
 */
public final class RegisteredMemory {
  /** {@code FI_REMOTE_READ}. */
  private static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}. */
  private static final long REMOTE_WRITE = 1L << 13;

  private static final int CLOSED = Integer.MIN_VALUE;

  private final long key;
  private final MemorySegment segment;
  private final long access;
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
    this.key = key;
    this.segment = segment;
    this.access = access;
  }

  /** What peers name it by. */
  public long key() {
    return key;
  }

  /** The memory. */
  public MemorySegment segment() {
    return segment;
  }

  /** The bits of what is allowed. */
  public long access() {
    return access;
  }

  /** Whether peers may read, or write, these bytes. */
  public boolean grants(long address, long length, boolean write) {
    boolean allowed = (access & (write ? REMOTE_WRITE : REMOTE_READ)) != 0;
    return allowed && address >= 0 && length >= 0 && address <= segment.byteSize() - length;
  }

  /** Who is told how many bytes each operation of a peer has written here; null: nobody. */
  public void whenWritten(LongConsumer watcherOrNull) {
    watcher = watcherOrNull;
  }

  /** An operation of a peer has written this many bytes here. */
  public void written(long bytes) {
    LongConsumer told = watcher;
    if (told != null) {
      told.accept(bytes);
    }
  }

  /** Before copying, and {@link #exit} after it; false where it is closed. */
  public boolean enter() {
    if (inside.incrementAndGet() > 0) {
      return true;
    }
    inside.decrementAndGet();
    return false;
  }

  /** Ends what {@link #enter} began. */
  public void exit() {
    inside.decrementAndGet();
  }

  /** Lets nobody in any more, and waits until nobody is inside. */
  public void close() {
    inside.accumulateAndGet(CLOSED, (count, closed) -> count | closed);
    while (inside.get() != CLOSED) {
      Thread.yield();
    }
  }
}
