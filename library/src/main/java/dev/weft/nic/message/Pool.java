package dev.weft.nic.message;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Objects for reuse. It keeps at most a fixed number, so that a peer that causes many does not
 * leave them behind.
 *
 * <p>Used by one thread at a time.
 */
public final class Pool<T> {
  private final Deque<T> unused = new ArrayDeque<>();
  private final int limit;
  private final Supplier<T> maker;

  /** An empty pool, which keeps at most {@code limit} unused objects. */
  public Pool(int limit, Supplier<T> maker) {
    this.limit = limit;
    this.maker = maker;
  }

  /** An unused object, or a new one. */
  public T take() {
    T kept = unused.poll();
    return kept == null ? maker.get() : kept;
  }

  /** Returns an object that is not used any more. Without memory to keep it, it is dropped. */
  public void giveBack(T object) {
    try {
      if (unused.size() < limit) {
        unused.push(object);
      }
    } catch (OutOfMemoryError full) {
      unused.clear();
    }
  }
}
