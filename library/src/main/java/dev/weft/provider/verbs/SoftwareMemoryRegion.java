package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** {@code struct ibv_mr} of the software device: one key of the protection table. */
public final class SoftwareMemoryRegion extends SoftwareObject implements MemoryRegion {
  private static final String CALL = "ibv_reg_mr";
  private static final int REMOTE_BITS = RegionAccess.REMOTE_READ | RegionAccess.REMOTE_WRITE;

  private final ObjectUses uses;
  private final int key;

  /** Replaced as a whole by {@link #rereg}. */
  private volatile Registration now;

  /** The right of peers to access it directly, or null. Guarded by the monitor. */
  private SharedMemory.Grant grant;

  private SoftwareMemoryRegion(ObjectUses uses, Registration first) {
    super(uses, "ibv_dereg_mr");
    this.uses = uses;
    this.now = first;
    this.key = register(first);
    this.grant = grantOrRemoveKey(first);
  }

  static SoftwareMemoryRegion create(
      SoftwareProtectionDomain domain, MemorySegment memory, long address, int access) {
    Require.forAllThreads("memory", Require.notNull("memory", memory));
    Registration first = new Registration(domain, memory, address, access);
    first.require(CALL);
    domain.useCount().requireOpen();
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().regions(),
        CALL,
        uses -> new SoftwareMemoryRegion(uses, first),
        domain);
  }

  private int register(Registration wanted) {
    return owner()
        .protection()
        .register(wanted.domain().number(), wanted.memory(), wanted.base(), wanted.access())
        .key();
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return now.domain();
  }

  @Override
  public MemorySegment memory() {
    return now.memory();
  }

  @Override
  public long address() {
    return now.base();
  }

  @Override
  public long length() {
    return now.memory().byteSize();
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
    return now.access();
  }

  @Override
  public int rereg(int flags, ProtectionDomain domain, MemorySegment memory, int access) {
    useCount().add(); // it cannot be closed meanwhile
    try {
      synchronized (this) {
        boolean wrong = !now.obstacle(flags, domain, memory, access).isEmpty();
        return wrong || !change(now.changed(flags, domain, memory, access))
            ? RegionChange.ERR_INPUT
            : 0;
      }
    } finally {
      useCount().remove();
    }
  }

  @Override
  public String explainRereg(int flags, ProtectionDomain domain, MemorySegment memory, int access) {
    useCount().requireOpen();
    String wrong = now.obstacle(flags, domain, memory, access);
    return wrong.isEmpty() && owner().protection().hasWindows(key) ? "a window is bound" : wrong;
  }

  /** {@link #changeKept} while the next domain cannot be closed. */
  private boolean change(Registration next) {
    next.domain().useCount().add();
    try {
      return changeKept(next);
    } finally {
      next.domain().useCount().remove();
    }
  }

  /** False if a window is bound. No thread uses the former memory after the return. */
  private boolean changeKept(Registration next) {
    SharedMemory shared = sharedMemory(next); // all that can fail comes first
    if (!owner().protection().suspend(key)) {
      return false;
    }
    revoke();
    uses.replace(now.domain(), next.domain());
    now = next;
    owner()
        .protection()
        .resume(key, next.domain().number(), next.memory(), next.base(), next.access());
    grant = grant(shared, next);
    return true;
  }

  private SharedMemory.Grant grantOrRemoveKey(Registration wanted) {
    boolean granted = false;
    try {
      SharedMemory.Grant made = grant(sharedMemory(wanted), wanted);
      granted = true;
      return made;
    } finally {
      if (!granted) {
        owner().protection().remove(key);
      }
    }
  }

  private static SharedMemory sharedMemory(Registration wanted) {
    return DeviceNetwork.opened(CALL, wanted.domain()::sharedMemory);
  }

  private SharedMemory.Grant grant(SharedMemory shared, Registration wanted) {
    boolean remote = (wanted.access() & REMOTE_BITS) != 0;
    return shared == null || !remote
        ? null
        : shared.grant(
            Integer.toUnsignedLong(key), wanted.memory(), wanted.base(), wanted.access());
  }

  private void revoke() {
    if (grant != null) {
      grant.revoke();
      grant = null;
    }
  }

  /** Windows, while they are bound to it (VQ-38). */
  @Override
  synchronized String otherHolder() {
    boolean ends = owner().protection().remove(key);
    if (ends) {
      revoke();
    }
    return ends ? null : "a bound window";
  }

  @Override
  public String toString() {
    return "MemoryRegion[0x%x+%d, key=0x%08x]".formatted(address(), length(), key);
  }
}
