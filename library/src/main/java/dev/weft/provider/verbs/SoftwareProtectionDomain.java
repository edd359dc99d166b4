package dev.weft.provider.verbs;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.Destination;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.provider.verbs.post.PostingDomain;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code struct ibv_pd} of the software device: a number that keys and queues share. */
public class SoftwareProtectionDomain extends SoftwareObject implements PostingDomain {
  private static final String CALL = "allocate";
  private static final long CACHE_LINE = 64;

  private final int number;
  private final Object sharing = new Object();

  /** Guarded by {@link #sharing}. */
  private SharedMemory sharedMemory;

  SoftwareProtectionDomain(ObjectUses uses, int number) {
    super(uses, "ibv_dealloc_pd");
    this.number = number;
  }

  static SoftwareProtectionDomain create(SoftwareContext context) {
    return ObjectUses.create(
        context,
        context.quotas().domains(),
        "ibv_alloc_pd",
        uses -> new SoftwareProtectionDomain(uses, context.nextDomain()));
  }

  @Override
  public final int number() {
    return number;
  }

  @Override
  public final boolean isSame(ProtectionDomain other) {
    return other instanceof SoftwareProtectionDomain domain
        && domain.owner() == owner()
        && domain.number == number;
  }

  @Override
  public final ProtectionTable protection() {
    return owner().protection();
  }

  @Override
  public final Destination destination(AddressHandle handle) {
    return SoftwareAddressHandle.destination(handle, this);
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, int access) {
    boolean zeroBased = (access & RegionAccess.ZERO_BASED) != 0;
    return regMr(memory, zeroBased || memory == null ? 0 : memory.address(), access);
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, long address, int access) {
    return SoftwareMemoryRegion.create(this, memory, address, access);
  }

  @Override
  public MemoryWindow allocMw(MemoryWindowType type) {
    return SoftwareMemoryWindow.create(this, type);
  }

  @Override
  public AddressHandle createAh(AddressHandleAttributes attributes) {
    return SoftwareAddressHandle.create(this, attributes);
  }

  @Override
  public QueuePair createQp(QueuePairInit init) {
    return QueuePairFactory.create(this, init);
  }

  @Override
  public SharedReceiveQueue createSrq(SharedReceiveQueueInit init) {
    return SoftwareSharedReceiveQueue.create(this, init);
  }

  /** The memory of this domain that other processes can map; null if the wire needs none. */
  public SharedMemory sharedMemory() {
    synchronized (sharing) {
      if (sharedMemory == null) {
        sharedMemory = owner().wire().openMemory();
      }
      return sharedMemory;
    }
  }

  @Override
  public MemorySegment allocate(long bytes) {
    useCount().requireOpen();
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes=" + bytes + ", allowed: 1 and more");
    }
    SharedMemory shared = DeviceNetwork.opened(CALL, this::sharedMemory);
    try {
      return shared == null
          ? Arena.ofAuto().allocate(bytes, CACHE_LINE)
          : DeviceNetwork.opened(CALL, () -> shared.allocate(bytes));
    } catch (OutOfMemoryError e) {
      throw new VerbsException(
          VerbsErrno.ENOMEM, CALL, "bytes=" + bytes, "Allow more with -XX:MaxDirectMemorySize");
    }
  }

  @Override
  void release() {
    synchronized (sharing) {
      if (sharedMemory != null) {
        sharedMemory.close();
      }
    }
  }

  @Override
  public String toString() {
    return "ProtectionDomain[" + number + "]";
  }
}
