package dev.weft.ffm.post;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The handles ({@code fi_addr_t}) that an address vector has given out. libfabric follows a wrong
 * handle into memory that is not there; posts look here first. Those of a table are small numbers.
 */
public final class KnownHandles {
  private final long withoutContext;

  private static final int MAX_IN_TABLE = 1 << 20;

  private final Set<Long> others = ConcurrentHashMap.newKeySet();
  private volatile boolean[] table = new boolean[0];

  /**
   * No handles yet.
   *
   * @param contextBits how many of the highest bits may name a receive context
   */
  public KnownHandles(int contextBits) {
    this.withoutContext = -1L >>> contextBits;
  }

  /** A handle that names no receive context; {@code fi_rx_addr(3)} adds one. */
  public long withoutContext(long handle) {
    return handle & withoutContext;
  }

  /** Whether a handle names a peer, or a receive context of one. */
  public boolean contains(long named) {
    long handle = withoutContext(named);
    boolean[] known = table;
    if (handle >= 0 && handle < known.length) {
      return known[(int) handle];
    }
    return !isSmall(handle) && others.contains(handle);
  }

  private static boolean isSmall(long handle) {
    return handle >= 0 && handle < MAX_IN_TABLE;
  }

  public synchronized void add(long handle) {
    if (isSmall(handle)) {
      set((int) handle, true);
    } else {
      others.add(handle);
    }
  }

  /** Whether the handle was known. */
  public synchronized boolean remove(long handle) {
    if (!isSmall(handle)) {
      return others.remove(handle);
    }
    boolean known = contains(handle);
    if (known) {
      set((int) handle, false);
    }
    return known;
  }

  private void set(int handle, boolean known) {
    int room = Math.max(table.length, Integer.highestOneBit(handle | 1) * 2);
    boolean[] copy = Arrays.copyOf(table, room);
    copy[handle] = known;
    table = copy;
  }
}
