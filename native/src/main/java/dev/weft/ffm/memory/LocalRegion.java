package dev.weft.ffm.memory;

import dev.weft.ffm.operation.OperationResource;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The registration of one local buffer, with the number of operations that use it. The scope of the
 * memory tells it from later memory at the same address, and is not kept reachable.
 */
final class LocalRegion implements OperationResource {
  private static final int CLOSED = -1;

  final long address;
  final long length;
  final long fid;
  final long descriptor;
  private final WeakReference<MemorySegment.Scope> scope;
  private final AtomicInteger uses = new AtomicInteger();

  /** When it was used last, in uses of the cache. Threads may lose each other's update. */
  long lastUse;

  LocalRegion(MemorySegment buffer, long fid, long descriptor) {
    this.address = buffer.address();
    this.length = buffer.byteSize();
    this.scope = new WeakReference<>(buffer.scope());
    this.fid = fid;
    this.descriptor = descriptor;
  }

  /** Whether the buffer lies in this region, in the memory that was registered. */
  boolean covers(MemorySegment buffer) {
    long offset = buffer.address() - address;
    boolean inside = offset >= 0 && offset + buffer.byteSize() <= length;
    return inside && buffer.scope().equals(scope.get());
  }

  /** Whether the memory has been freed. */
  boolean isStale() {
    MemorySegment.Scope alive = scope.get();
    return alive == null || !alive.isAlive();
  }

  /** Begins a use; false if the region is closed. */
  boolean tryUse() {
    int before = uses.get();
    while (before != CLOSED) {
      int found = uses.compareAndExchange(before, before + 1);
      if (found == before) {
        return true;
      }
      before = found;
    }
    return false;
  }

  @Override
  public void endUse() {
    uses.decrementAndGet();
  }

  /** Allows no more uses; false while there is one. */
  boolean tryClose() {
    return uses.compareAndSet(0, CLOSED);
  }
}
