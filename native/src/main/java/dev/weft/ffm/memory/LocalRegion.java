package dev.weft.ffm.memory;

import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
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
  private static final long OPS = ObjectLayouts.FID.offset("ops");
  private static final long CLOSE = OpsLayouts.OBJECT.offset("close");

  final long address;
  final long length;
  long descriptor;
  private long fid;
  private final WeakReference<MemorySegment.Scope> scope;
  private final AtomicInteger uses = new AtomicInteger();

  private boolean closedInC;

  /** When it was used last, in uses of the cache. Threads may lose each other's update. */
  long lastUse;

  /** A buffer that is about to be registered. */
  LocalRegion(MemorySegment buffer) {
    this.address = buffer.address();
    this.length = buffer.byteSize();
    this.scope = new WeakReference<>(buffer.scope());
  }

  /** C has registered it. */
  void registered(long newFid, long newDescriptor) {
    fid = newFid;
    descriptor = newDescriptor;
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

  boolean isClosed() {
    return uses.get() == CLOSED;
  }

  /** Closes it in C, if no earlier call did. By one thread at a time. */
  void closeInC() {
    if (!closedInC) {
      closedInC = true;
      Downcalls.call(NativeObject.functionOf(fid, OPS, CLOSE), fid);
    }
  }
}
