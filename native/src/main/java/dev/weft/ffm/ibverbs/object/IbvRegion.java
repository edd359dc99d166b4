package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.provider.verbs.check.RegionChecks;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.MemorySegment;

/** {@code struct ibv_mr} of libibverbs. Its memory stays reachable until it is closed. */
final class IbvRegion extends IbvObject implements MemoryRegion {
  private static final long LOCAL_KEY = ObjectLayouts.REGION.offset("lkey");
  private static final long REMOTE_KEY = ObjectLayouts.REGION.offset("rkey");

  private final IbvDomain domain;
  private final MemorySegment memory;
  private final long firstAddress;
  private final int access;
  private final int localKey;
  private final int remoteKey;

  private IbvRegion(
      IbvDomain domain, long address, MemorySegment memory, long firstAddress, int access) {
    super(domain.owner(), address, Verb.DEREG_MR, domain.owner().holders(), domain.holders());
    this.domain = domain;
    this.memory = memory;
    this.firstAddress = firstAddress;
    this.access = access;
    this.localKey = CMemory.integer(address + LOCAL_KEY);
    this.remoteKey = CMemory.integer(address + REMOTE_KEY);
  }

  static IbvRegion create(IbvDomain domain, MemorySegment memory, long address, int access) {
    Require.forAllThreads("memory", Require.notNull("memory", memory));
    RegionChecks.requireAccess("ibv_reg_mr", memory, access);
    String detail =
        "length=%d, address=0x%x, access=%s"
            .formatted(memory.byteSize(), address, RegionAccess.describe(access));
    IbvRegion region =
        Holders.creating(
            () -> {
              long made =
                  Verb.REG_MR_IOVA2.create(
                      detail,
                      domain.struct(),
                      memory.address(),
                      memory.byteSize(),
                      address,
                      access);
              return new IbvRegion(domain, made, memory, address, access);
            },
            domain.owner().holders(),
            domain.holders());
    domain.regions().add(region);
    return keepReachable(region);
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public long address() {
    return firstAddress;
  }

  @Override
  public long length() {
    return memory.byteSize();
  }

  @Override
  public int lkey() {
    return localKey;
  }

  @Override
  public int rkey() {
    return remoteKey;
  }

  @Override
  public int access() {
    return access;
  }

  /** A work request that binds a window names the region. */
  @Override
  int destroy() {
    return domain.betweenPosts(super::destroy);
  }

  @Override
  void released() {
    domain.regions().remove(this);
  }

  @Override
  public String toString() {
    return "MemoryRegion[0x%x+%d, lkey=0x%08x, rkey=0x%08x]"
        .formatted(firstAddress, length(), localKey, remoteKey);
  }
}
