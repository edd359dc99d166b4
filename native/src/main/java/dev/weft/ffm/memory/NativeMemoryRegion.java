package dev.weft.ffm.memory;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.fid.Checks;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.linker.CMemory;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_mr} of libfabric. Its memory stays reachable while it is open. Key and
 * descriptor are those that C has given at registration: another thread may close the region, which
 * frees the struct, while they are asked for.
 */
public final class NativeMemoryRegion extends NativeObject implements MemoryRegion {
  private static final long KEY = ObjectLayouts.MEMORY_REGION.offset("key");
  private static final long DESCRIPTOR = ObjectLayouts.MEMORY_REGION.offset("mem_desc");

  private final NativeObject domain;
  private final MemorySegment segment;
  private final long access;
  private final long key;
  private final long descriptor;

  /** The counter of remote writes, or null. */
  private NativeCounter bound;

  /** A region of a domain, which counts it. */
  public NativeMemoryRegion(
      NativeObject domain, MemorySegment segment, long access, long fid, Object context) {
    super(ObjectClass.MR, fid, context);
    this.domain = domain;
    this.segment = segment;
    this.access = access;
    this.key = CMemory.word(fid + KEY);
    this.descriptor = CMemory.word(fid + DESCRIPTOR);
  }

  @Override
  public long key() {
    requireOpen();
    return key;
  }

  /** {@code fi_mr_desc(3)}. */
  public long descriptor() {
    requireOpen();
    return descriptor;
  }

  /** Whether it is a region of this domain. */
  public boolean isOf(NativeObject other) {
    return domain.equals(other);
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public long access() {
    return access;
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    NativeCounter own = Checks.own("counter", counter, NativeCounter.class);
    if (!own.isOf(domain) || bound != null) {
      throw new FabricException(
          Errno.EINVAL, "fi_mr_bind", "counter=" + counter, "Bind one counter of the same domain");
    }
    bindNative("fi_mr_bind", own, flags);
    bound = own;
  }

  @Override
  protected void released() {
    if (bound != null) {
      bound.removeDependent(objectClass());
    }
    domain.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeMemoryRegion[" + segment + "]";
  }
}
