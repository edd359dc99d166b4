package dev.weft.provider.verbs;

import dev.weft.provider.verbs.check.QueuePairChecks;
import dev.weft.provider.verbs.device.Quota;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import java.lang.foreign.MemorySegment;

/** {@code struct ibv_pd} of the software device: a number that keys and queues share. */
public class SoftwareProtectionDomain extends SoftwareObject implements ProtectionDomain {
  private final int number;

  SoftwareProtectionDomain(SoftwareContext context, Quota quota, int number) {
    super(context, quota, "ibv_alloc_pd", "ibv_dealloc_pd");
    this.number = number;
  }

  /** The number of the domain. */
  public final int number() {
    return number;
  }

  /** Whether objects of that domain may be used with objects of this one (VX-13). */
  public final boolean isSame(ProtectionDomain other) {
    return other instanceof SoftwareProtectionDomain domain
        && domain.owner() == owner()
        && domain.number == number;
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, int access) {
    boolean zeroBased = (access & RegionAccess.ZERO_BASED) != 0;
    return regMr(memory, zeroBased || memory == null ? 0 : memory.address(), access);
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, long address, int access) {
    return new SoftwareMemoryRegion(this, memory, address, access);
  }

  @Override
  public MemoryWindow allocMw(MemoryWindowType type) {
    return new SoftwareMemoryWindow(this, type);
  }

  @Override
  public AddressHandle createAh(AddressHandleAttributes attributes) {
    return new SoftwareAddressHandle(this, attributes);
  }

  @Override
  public QueuePair createQp(QueuePairInit init) {
    return QueuePairChecks.create(this, init);
  }

  @Override
  public SharedReceiveQueue createSrq(SharedReceiveQueueInit init) {
    return SoftwareSharedReceiveQueue.create(this, init);
  }

  @Override
  void release() {}
}
