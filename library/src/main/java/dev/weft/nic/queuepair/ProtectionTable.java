package dev.weft.nic.queuepair;

import dev.weft.nic.queuepair.Region.Extent;
import dev.weft.nic.queuepair.Region.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * All keys of a device: which memory each names and what it allows.
 *
 * <pre>
 *   key   31                            8 7          0
 *         +------------------------------+------------+
 *         | place in the table           | variant    |   a place that is used again, and a window
 *         +------------------------------+------------+   that is bound again, has another variant
 * </pre>
 *
 * <p>Finding takes no lock. Whoever finds is inside a queue pair's machine, and has left it before
 * the region is removed for its owner: {@link #remove} waits for all machines that {@link #join}ed.
 */
public final class ProtectionTable {
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Region[].class);
  private static final int VARIANT_BITS = 8;
  private static final int VARIANT_MASK = (1 << VARIANT_BITS) - 1;

  private volatile Region[] entries = new Region[64];
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private final CopyOnWriteArraySet<Runnable> barriers = new CopyOnWriteArraySet<>();
  private int next = 1;

  /** A table without keys. */
  public ProtectionTable() {}

  /** The memory with this key, or null. */
  Region find(int key) {
    Region[] now = entries;
    int place = key >>> VARIANT_BITS;
    if (place >= now.length) {
      return null;
    }
    Region found = (Region) ENTRY.getAcquire(now, place);
    return found != null && found.key == key ? found : null;
  }

  /**
   * {@code ibv_reg_mr(3)}: memory that work requests and peers may name from now on.
   *
   * @param domain number of the protection domain
   * @param base the address of its first byte, as work requests and peers say it
   */
  public synchronized Region register(int domain, MemorySegment segment, long base, int access) {
    return put(new Region(nextKey(), Kind.REGION, domain, segment, base, access));
  }

  /** {@code ibv_alloc_mw(3)}: a window that is free. */
  public synchronized Region addWindow(int domain, Kind kind) {
    return put(free(nextKey(), kind, domain));
  }

  /**
   * {@code ibv_dereg_mr(3)}, {@code ibv_dealloc_mw(3)}: nobody uses it any more on return.
   *
   * @param key any that it had
   * @return false where windows are bound to it
   */
  public boolean remove(int key) {
    synchronized (this) {
      Region gone = entries[key >>> VARIANT_BITS];
      if (gone == null) {
        return true;
      }
      if (gone.windows != 0) {
        return false;
      }
      release(gone);
      set(key >>> VARIANT_BITS, null);
      free.add(((gone.key & ~VARIANT_MASK) | ((gone.key + 1) & VARIANT_MASK)));
    }
    barriers.forEach(Runnable::run);
    return true;
  }

  /** The key that a window will have when it is bound next, at whatever key it was known before. */
  public static int nextVariant(int key) {
    return (key & ~VARIANT_MASK) | ((key + 1) & VARIANT_MASK);
  }

  /**
   * Copies bytes out of a region of a domain that covers them: the one with this key if it does,
   * else any. Inline data has an address whose key does not count (VQ-06).
   *
   * @return false where no region covers them
   */
  public boolean copy(int domain, int key, long address, int length, MemorySegment to, long at) {
    Region named = find(key);
    if (covers(named, domain, address, length)) {
      MemorySegment.copy(named.segment, address - named.base, to, at, length);
      return true;
    }
    for (Region each : entries) {
      if (covers(each, domain, address, length)) {
        MemorySegment.copy(each.segment, address - each.base, to, at, length);
        return true;
      }
    }
    return length == 0;
  }

  private static boolean covers(Region each, int domain, long address, int length) {
    return each != null
        && each.kind == Kind.REGION
        && each.domain == domain
        && each.grants(address, length, 0)
        && each.segment.scope().isAlive();
  }

  /** Before its first use: this waits until its caller's user has found nothing that is gone. */
  void join(Runnable barrier) {
    barriers.add(barrier);
  }

  void leave(Runnable barrier) {
    barriers.remove(barrier);
  }

  /** What a window shall be bound to. */
  record Binding(
      int window, int newKey, int region, long address, long length, int access, int queuePair) {}

  /** Binds a window; false where the rules do not allow it (VQ-35). */
  synchronized boolean bind(int domain, Binding wanted) {
    int place = wanted.window >>> VARIANT_BITS;
    Region window = place < entries.length ? entries[place] : null;
    if (window == null || window.kind == Kind.REGION || wanted.newKey >>> VARIANT_BITS != place) {
      return false;
    }
    boolean unbinds = window.kind == Kind.WINDOW_1 && wanted.length == 0;
    Region region = unbinds ? null : find(wanted.region);
    if (window.domain != domain || !(unbinds || allows(window, region, wanted))) {
      return false;
    }
    release(window);
    set(place, unbinds ? free(wanted.newKey, window.kind, domain) : bound(window, region, wanted));
    return true;
  }

  private static boolean allows(Region window, Region region, Binding wanted) {
    boolean free = window.kind == Kind.WINDOW_1 || !window.isBound();
    boolean writes = (wanted.access & AccessFlags.WRITING) != 0;
    int needed = AccessFlags.MW_BIND | (writes ? AccessFlags.LOCAL_WRITE : 0);
    return free
        && wanted.length > 0
        && region != null
        && region.kind == Kind.REGION
        && region.domain == window.domain
        && (region.access & AccessFlags.ZERO_BASED) == 0
        && region.grants(wanted.address, wanted.length, needed);
  }

  private Region bound(Region window, Region region, Binding wanted) {
    region.windows++;
    boolean zeroBased = (wanted.access & AccessFlags.ZERO_BASED) != 0;
    MemorySegment part = region.segment.asSlice(wanted.address - region.base, wanted.length);
    return new Region(
        wanted.newKey,
        window.kind,
        window.domain,
        new Extent(part, zeroBased ? 0 : wanted.address, region),
        wanted.access,
        window.kind == Kind.WINDOW_2 ? wanted.queuePair : Region.ANY_QUEUE_PAIR);
  }

  /** Makes a bound window of the second kind free; false where the key names none (VQ-36). */
  synchronized boolean invalidate(int domain, int key) {
    Region window = find(key);
    if (window == null
        || window.kind != Kind.WINDOW_2
        || !window.isBound()
        || window.domain != domain) {
      return false;
    }
    release(window);
    set(key >>> VARIANT_BITS, free(key, window.kind, domain));
    return true;
  }

  private static Region free(int key, Kind kind, int domain) {
    return new Region(key, kind, domain, Extent.NONE, 0, Region.ANY_QUEUE_PAIR);
  }

  private static void release(Region window) {
    if (window.region != null) {
      window.region.windows--;
    }
  }

  private int nextKey() {
    Integer used = free.poll();
    return used != null ? used : next++ << VARIANT_BITS | 1;
  }

  private Region put(Region added) {
    int place = added.key >>> VARIANT_BITS;
    if (place >= entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    set(place, added);
    return added;
  }

  /** Pairs with the acquire in {@link #find}. */
  private void set(int place, Region entry) {
    ENTRY.setRelease(entries, place, entry);
  }
}
