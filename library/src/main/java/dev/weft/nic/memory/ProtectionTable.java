package dev.weft.nic.memory;

import dev.weft.nic.memory.Region.Extent;
import dev.weft.nic.memory.Region.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * All keys of a device, with the memory and the access rights of each.
 *
 * <pre>
 *   key   31                            8 7          0
 *         +------------------------------+------------+
 *         | index in the table           | variant    |   an index that is reused, and a window
 *         +------------------------------+------------+   that is bound again, has another variant
 * </pre>
 *
 * <p>Lookups take no lock. A thread that looks up a key holds the lock of a queue pair's machine,
 * and releases it before the region is removed: {@link #remove} waits for all machines that {@link
 * #join}ed.
 */
public final class ProtectionTable {
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Region[].class);
  private static final int VARIANT_BITS = 8;
  private static final int VARIANT_MASK = (1 << VARIANT_BITS) - 1;

  private volatile Region[] entries = new Region[64];

  /** The key that each entry was added with: binds give windows others. */
  private int[] firstKeys = new int[64];

  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private final CopyOnWriteArraySet<Runnable> barriers = new CopyOnWriteArraySet<>();
  private int next = 1;

  /** Creates an empty table. */
  public ProtectionTable() {}

  /** The memory with this key, or null. */
  public Region find(int key) {
    Region[] now = entries;
    int index = key >>> VARIANT_BITS;
    if (index >= now.length) {
      return null;
    }
    Region found = (Region) ENTRY.getAcquire(now, index);
    return found != null && found.key == key ? found : null;
  }

  /**
   * {@code ibv_reg_mr(3)}: registers memory for work requests and peers.
   *
   * @param domain number of the protection domain
   * @param base the address of its first byte, as used by work requests and peers
   */
  public synchronized Region register(int domain, MemorySegment segment, long base, int access) {
    return put(new Region(nextKey(), Kind.REGION, domain, segment, base, access));
  }

  /** {@code ibv_alloc_mw(3)}: adds an unbound window. */
  public synchronized Region addWindow(int domain, Kind kind) {
    return put(free(nextKey(), kind, domain));
  }

  /**
   * {@code ibv_dereg_mr(3)}, {@code ibv_dealloc_mw(3)}: removes a key. No thread uses its memory
   * after the return. Does nothing for a key that was removed, whoever has its place in the table.
   *
   * @param key the one that it was added with, or has now
   * @return false if windows are bound to it
   */
  public boolean remove(int key) {
    synchronized (this) {
      Region gone = named(key);
      if (gone == null) {
        return true;
      }
      if (gone.windows != 0) {
        return false;
      }
      release(gone);
      set(key >>> VARIANT_BITS, null);
      free.add(nextVariant(gone.key));
    }
    barriers.forEach(Runnable::run);
    return true;
  }

  private Region named(int key) {
    int index = key >>> VARIANT_BITS;
    boolean isFirst = index < firstKeys.length && firstKeys[index] == key;
    return isFirst ? entries[index] : find(key);
  }

  /**
   * First part of {@code ibv_rereg_mr(3)}: keeps a region's key, and takes its memory away. No
   * thread uses the memory after the return.
   *
   * @return false if windows are bound to it
   */
  public boolean suspend(int key) {
    synchronized (this) {
      if (hasWindows(key)) {
        return false;
      }
      if (find(key) != null) {
        set(key >>> VARIANT_BITS, null);
      }
    }
    barriers.forEach(Runnable::run);
    return true;
  }

  /** Second part: gives a suspended key other memory and rights. */
  public synchronized void resume(
      int key, int domain, MemorySegment segment, long base, int access) {
    put(new Region(key, Kind.REGION, domain, segment, base, access));
  }

  public synchronized boolean hasWindows(int key) {
    Region region = find(key);
    return region != null && region.windows != 0;
  }

  /** The key of a window after its next bind, computed from any earlier key. */
  public static int nextVariant(int key) {
    return (key & ~VARIANT_MASK) | ((key + 1) & VARIANT_MASK);
  }

  /** Whether two keys differ in their variant at most. */
  public static boolean areOfOnePlace(int key, int other) {
    return key >>> VARIANT_BITS == other >>> VARIANT_BITS;
  }

  /**
   * Copies bytes out of a region of a domain that covers them: the one with this key if it does,
   * else any. The key of inline data is not checked (VQ-06).
   *
   * @return false if no region covers them
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

  /**
   * Registers a machine before its first lookup. {@code barrier} waits until the machine's current
   * lock holder has released.
   */
  public void join(Runnable barrier) {
    barriers.add(barrier);
  }

  public void leave(Runnable barrier) {
    barriers.remove(barrier);
  }

  /** The target of a window bind. */
  public record Binding(
      int window, int newKey, int region, long address, long length, int access, int queuePair) {}

  /** Binds a window; false if the rules do not allow it (VQ-35). */
  public synchronized boolean bind(int domain, Binding wanted) {
    int index = wanted.window >>> VARIANT_BITS;
    Region window = index < entries.length ? entries[index] : null;
    if (window == null || window.kind == Kind.REGION || wanted.newKey >>> VARIANT_BITS != index) {
      return false;
    }
    boolean unbinds = window.kind == Kind.WINDOW_1 && wanted.length == 0;
    Region region = unbinds ? null : find(wanted.region);
    if (window.domain != domain || !(unbinds || allows(window, region, wanted))) {
      return false;
    }
    release(window);
    set(index, unbinds ? free(wanted.newKey, window.kind, domain) : bound(window, region, wanted));
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

  /** Unbinds a type 2 window; false if the key names none (VQ-36). */
  public synchronized boolean invalidate(int domain, int key) {
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
    int index = added.key >>> VARIANT_BITS;
    if (index >= entries.length) {
      firstKeys = Arrays.copyOf(firstKeys, 2 * entries.length);
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    firstKeys[index] = added.key;
    set(index, added);
    return added;
  }

  /** Pairs with the acquire in {@link #find}. */
  private void set(int index, Region entry) {
    ENTRY.setRelease(entries, index, entry);
  }
}
