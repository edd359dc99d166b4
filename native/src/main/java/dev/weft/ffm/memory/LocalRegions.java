package dev.weft.ffm.memory;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.ffm.operation.Operation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The registrations of local buffers in one domain whose provider requires them ({@code
 * FI_MR_LOCAL}): a buffer is registered when an operation uses it first. A registration that no
 * operation uses is closed once its memory was freed, or when there are too many.
 *
 * <p>Any thread may call. A use of a registered buffer takes no lock and allocates nothing.
 */
public final class LocalRegions {
  private static final long ACCESS =
      AccessFlags.SEND | AccessFlags.RECV | AccessFlags.READ | AccessFlags.WRITE;
  private static final LocalRegion[] NONE = {};
  private static final long DESCRIPTOR = ObjectLayouts.MEMORY_REGION.offset("mem_desc");

  /** Keys to try before a program that uses such keys itself is told so. */
  private static final int KEY_ATTEMPTS = 16;

  /** {@code fi_mr_reg(3)} and {@code fi_close(3)} of the regions of one domain. */
  public interface Registrar {

    /**
     * Registers a buffer.
     *
     * @return the address of the {@code struct fid_mr}, or a negative error number
     */
    long register(MemorySegment buffer, long access, long requestedKey);

    /** Makes the call that closes a region. */
    default void close(Runnable call) {
      SignalActions.keep(
          () -> {
            call.run();
            return null;
          });
    }
  }

  private final Registrar registrar;
  private final int most;

  /** Keys from here on are for these regions, where the provider leaves the choice to callers. */
  private long nextKey;

  private volatile LocalRegion[] sorted = NONE;
  private long uses;

  /**
   * No registrations.
   *
   * @param keyBytes size of a key
   * @param most registrations that are kept, if fewer are in use
   */
  public LocalRegions(Registrar registrar, long keyBytes, int most) {
    this.registrar = registrar;
    this.most = most;
    this.nextKey = 1L << (Math.clamp(keyBytes, 1, Long.BYTES) * Byte.SIZE - 2);
  }

  /**
   * Registers a buffer, unless it is registered, until the operation ends.
   *
   * @return the descriptor for C
   * @throws FabricException if the provider cannot register it
   */
  public long use(Operation operation, MemorySegment buffer) {
    LocalRegion region = find(buffer);
    if (region == null) {
      region = add(buffer);
    }
    region.lastUse = ++uses;
    operation.use(region);
    return region.descriptor;
  }

  /** A region of the buffer, with a use begun; or null. */
  private LocalRegion find(MemorySegment buffer) {
    LocalRegion[] all = sorted;
    for (int i = last(all, buffer.address()); i >= 0; i--) {
      if (all[i].covers(buffer) && all[i].tryUse()) {
        return all[i];
      }
      if (all[i].address != buffer.address()) {
        return null;
      }
    }
    return null;
  }

  /** The index of the last region that starts at or before an address; -1 if there is none. */
  private static int last(LocalRegion[] all, long address) {
    int low = 0;
    int high = all.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all[middle].address <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private synchronized LocalRegion add(MemorySegment buffer) {
    LocalRegion known = find(buffer);
    if (known != null) {
      return known;
    }
    boolean full = sorted.length >= most;
    evict(full ? sorted.length - most + Math.max(1, most / 4) : 0);
    LocalRegion added = new LocalRegion(buffer);
    LocalRegion[] more = with(added);
    long fid = register(buffer);
    if (fid < 0) {
      evict(sorted.length);
      more = with(added);
      fid = register(buffer);
    }
    if (fid < 0) {
      throw new FabricException((int) fid, "fi_mr_reg", "buffer=" + buffer, "");
    }
    added.registered(fid, CMemory.word(fid + DESCRIPTOR));
    added.tryUse();
    sorted = more;
    return added;
  }

  private LocalRegion[] with(LocalRegion added) {
    LocalRegion[] more = Arrays.copyOf(sorted, sorted.length + 1);
    more[sorted.length] = added;
    Arrays.sort(more, Comparator.comparingLong(region -> region.address));
    return more;
  }

  private long register(MemorySegment buffer) {
    long result = -Errno.ENOKEY;
    for (int i = 0; i < KEY_ATTEMPTS && result == -Errno.ENOKEY; i++) {
      result = registrar.register(buffer, ACCESS, nextKey++);
    }
    return result;
  }

  /**
   * Closes unused regions: those of freed memory, and {@code more} of those used least lately. If
   * it finds no memory, a later call closes what is left.
   */
  private void evict(int more) {
    LocalRegion[] byUse = sorted.clone();
    Arrays.sort(byUse, Comparator.comparingLong(region -> region.lastUse));
    int left = more;
    for (LocalRegion region : byUse) {
      boolean due = region.isStale() || region.isClosed();
      if ((due || left > 0) && (region.tryClose() || region.isClosed())) {
        left -= due ? 0 : 1;
        close(region);
      }
    }
    sorted = Arrays.stream(sorted).filter(each -> !each.isClosed()).toArray(LocalRegion[]::new);
  }

  private void close(LocalRegion region) {
    registrar.close(region::closeInC);
  }

  /** Closes all regions: the domain is about to close, and no endpoint uses it. */
  public synchronized void close() {
    for (LocalRegion region : sorted) {
      close(region);
    }
    sorted = NONE;
  }

  /** The number of registrations. */
  public int size() {
    return sorted.length;
  }
}
