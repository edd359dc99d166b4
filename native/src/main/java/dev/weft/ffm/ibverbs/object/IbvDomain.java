package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.fid.UseCount;
import dev.weft.ffm.ibverbs.linker.Verb;
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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** {@code struct ibv_pd} of libibverbs. */
final class IbvDomain extends IbvObject implements ProtectionDomain {
  private static final long CACHE_LINE = 64;

  /** Posts that name handles, windows or regions, whose structs C reads then. */
  private final UseCount references = new UseCount();

  /** The regions, for data of inline requests that are given by address. */
  private final Set<IbvRegion> regions = ConcurrentHashMap.newKeySet();

  private IbvDomain(IbvContext context, long address) {
    super(context, address, Verb.DEALLOC_PD, context.holders());
  }

  static IbvDomain create(IbvContext context) {
    return keepReachable(
        Holders.creating(
            () -> new IbvDomain(context, Verb.ALLOC_PD.create("", context.address())),
            context.holders()));
  }

  /** Begins a post that names other objects of the domain. The queue pair keeps the domain. */
  void enterReferences() {
    if (!references.enter()) {
      throw holders().afterwards();
    }
  }

  /** Ends it. */
  void leaveReferences() {
    references.leave();
  }

  /** Destroys an object that posts may name, between posts. */
  int betweenPosts(IntSupplier destroy) {
    references.holdUp();
    try {
      return destroy.getAsInt();
    } finally {
      references.resume();
    }
  }

  Set<IbvRegion> regions() {
    return regions;
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, int access) {
    return regMr(memory, memory == null ? 0 : memory.address(), access);
  }

  @Override
  public MemoryRegion regMr(MemorySegment memory, long address, int access) {
    boolean zeroBased = (access & RegionAccess.ZERO_BASED) != 0;
    return IbvRegion.create(this, memory, zeroBased ? 0 : address, access);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    requireOpen();
    Require.inRange("bytes", bytes, 1, Long.MAX_VALUE);
    try {
      return Arena.ofAuto().allocate(bytes, CACHE_LINE);
    } catch (OutOfMemoryError e) {
      throw new VerbsException(
          VerbsErrno.ENOMEM,
          "allocate",
          "bytes=" + bytes,
          "Allow more with -XX:MaxDirectMemorySize");
    }
  }

  @Override
  public MemoryWindow allocMw(MemoryWindowType type) {
    return IbvWindow.create(this, type);
  }

  @Override
  public AddressHandle createAh(AddressHandleAttributes attributes) {
    return IbvAddressHandle.create(this, attributes);
  }

  @Override
  public QueuePair createQp(QueuePairInit init) {
    return QueuePairCreation.create(this, init);
  }

  @Override
  public SharedReceiveQueue createSrq(SharedReceiveQueueInit init) {
    return IbvSharedQueue.create(this, init);
  }

  @Override
  public String toString() {
    return "ProtectionDomain[0x%x]".formatted(struct());
  }
}
