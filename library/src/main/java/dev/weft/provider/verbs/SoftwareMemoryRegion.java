package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** {@code struct ibv_mr} of the software device: one key of the protection table. */
public final class SoftwareMemoryRegion extends SoftwareObject implements MemoryRegion {
  private static final String CALL = "ibv_reg_mr";

  private static final int REMOTE_BITS = RegionAccess.REMOTE_READ | RegionAccess.REMOTE_WRITE;
  private static final int WRITING_BITS = RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_ATOMIC;

  private final SoftwareProtectionDomain domain;
  private final MemorySegment memory;
  private final long address;
  private final int access;
  private final int key;

  /** The right of peers to access it directly, or null. */
  private final SharedMemory.Grant grant;

  private SoftwareMemoryRegion(
      ObjectUses uses,
      SoftwareProtectionDomain domain,
      MemorySegment memory,
      long address,
      int access) {
    super(uses, "ibv_dereg_mr");
    this.domain = domain;
    this.memory = memory;
    this.address = (access & RegionAccess.ZERO_BASED) != 0 ? 0 : address;
    this.access = access;
    this.key = owner().protection().register(domain.number(), memory, this.address, access).key();
    this.grant = grantOrRemoveKey();
  }

  static SoftwareMemoryRegion create(
      SoftwareProtectionDomain domain, MemorySegment memory, long address, int access) {
    Require.forAllThreads("memory", Require.notNull("memory", memory));
    requireAccess(memory, access);
    requireSize(domain, memory);
    domain.useCount().requireOpen();
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().regions(),
        CALL,
        uses -> new SoftwareMemoryRegion(uses, domain, memory, address, access),
        domain);
  }

  private static void requireAccess(MemorySegment memory, int access) {
    boolean writes = (access & WRITING_BITS) != 0;
    boolean writesHere = (access & RegionAccess.LOCAL_WRITE) != 0;
    if ((access & ~DeviceLimits.KNOWN_ACCESS) != 0) {
      throw invalid(access, "Allowed: " + RegionAccess.describe(DeviceLimits.KNOWN_ACCESS));
    }
    if (writes && !writesHere) {
      throw invalid(access, "Remote writing and atomics need IBV_ACCESS_LOCAL_WRITE too");
    }
    if (writesHere && memory.isReadOnly()) {
      throw new VerbsException(
          VerbsErrno.EACCES, CALL, "memory=" + memory + " is read-only", "Ask for reading only");
    }
  }

  private static VerbsException invalid(int access, String hint) {
    return new VerbsException(
        VerbsErrno.EINVAL, CALL, "access=" + RegionAccess.describe(access), hint);
  }

  private static void requireSize(SoftwareProtectionDomain domain, MemorySegment memory) {
    long most = domain.owner().limits().maxMrSize();
    if (memory.byteSize() > most) {
      throw new VerbsException(
          VerbsErrno.ENOMEM, CALL, "length=" + memory.byteSize() + ", max_mr_size=" + most, "");
    }
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
    return address;
  }

  @Override
  public long length() {
    return memory.byteSize();
  }

  @Override
  public int lkey() {
    return key;
  }

  @Override
  public int rkey() {
    return key;
  }

  @Override
  public int access() {
    return access;
  }

  private SharedMemory.Grant grantOrRemoveKey() {
    boolean granted = false;
    try {
      SharedMemory.Grant made = grant(DeviceNetwork.opened(CALL, domain::sharedMemory));
      granted = true;
      return made;
    } finally {
      if (!granted) {
        owner().protection().remove(key);
      }
    }
  }

  private SharedMemory.Grant grant(SharedMemory shared) {
    boolean remote = (access & REMOTE_BITS) != 0;
    return shared == null || !remote
        ? null
        : shared.grant(Integer.toUnsignedLong(key), memory, address, access);
  }

  /** Windows, while they are bound to it (VQ-38). */
  @Override
  String otherHolder() {
    boolean ends = owner().protection().remove(key);
    if (ends && grant != null) {
      grant.revoke();
    }
    return ends ? null : "a bound window";
  }

  @Override
  public String toString() {
    return "MemoryRegion[0x%x+%d, key=0x%08x]".formatted(address, length(), key);
  }
}
