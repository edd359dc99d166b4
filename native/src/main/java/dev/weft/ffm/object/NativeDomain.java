package dev.weft.ffm.object;

import dev.weft.argument.Require;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.ffm.connection.NativeConnectionRequest;
import dev.weft.ffm.connection.SocketAddresses;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.event.NativeEventQueue;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.ffm.linker.StructView;
import dev.weft.ffm.memory.LocalRegions;
import dev.weft.ffm.memory.NativeMemoryRegion;
import dev.weft.ffm.post.AtomicLimits;
import dev.weft.ffm.post.EndpointState;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.wait.SoftwarePollSet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/** {@code struct fid_domain} of libfabric. */
final class NativeDomain extends NativeObject implements Domain {
  private static final long CACHE_LINE = 64;

  /** Registrations of local buffers that are kept. */
  private static final int LOCAL_REGIONS = 1024;

  private static final long OPS = ObjectLayouts.DOMAIN.offset("ops");
  private static final long QUERY_ATOMIC = OpsLayouts.DOMAIN.offset("query_atomic");
  private static final long MEMORY = ObjectLayouts.DOMAIN.offset("mr");
  private static final long REGISTER = OpsLayouts.MEMORY_REGION.offset("reg");

  private final NativeFabric fabric;
  private final FabricInfo info;
  private final DomainAttributes attributes;
  private final AddressFormat addressFormat;
  private final String place;
  private NativeEventQueue events;
  private final LocalRegions locals;

  NativeDomain(NativeFabric fabric, FabricInfo info, long fid, Object context) {
    super(ObjectClass.DOMAIN, fid, context);
    this.fabric = fabric;
    this.info = info;
    this.attributes = info.domain();
    this.addressFormat = info.addressFormat();
    this.place = info.fabric().providerName() + "/" + attributes.name();
    boolean local = (attributes.memoryRegistrationMode() & MemoryRegistrationMode.LOCAL) != 0;
    this.locals =
        local ? new LocalRegions(this::registerNative, attributes.keySize(), LOCAL_REGIONS) : null;
    requireTable(OPS, OpsLayouts.DOMAIN);
    requireTable(MEMORY, OpsLayouts.MEMORY_REGION);
  }

  /**
   * {@link #openMember(ObjectClass, String, String, long)} with attributes that are written for the
   * call.
   */
  long openMember(
      ObjectClass kind, String call, String name, Struct attributes, Consumer<StructView> writer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(attributes.size(), Long.BYTES);
      writer.accept(new StructView(attributes, memory.address()));
      return openMember(kind, call, name, memory.address());
    }
  }

  /** Opens an object of this domain with the function of this name in {@code fi_ops_domain}. */
  long openMember(ObjectClass kind, String call, String name, long attributesAddress) {
    return open(kind, call, OPS, OpsLayouts.DOMAIN.offset(name), attributesAddress);
  }

  @Override
  public NativeFabric fabric() {
    return fabric;
  }

  @Override
  public DomainAttributes attributes() {
    return attributes;
  }

  /** What it was opened with. */
  FabricInfo info() {
    return info;
  }

  /** Provider and domain, as the Flight Recorder shows them: {@code ofi:tcp/lo}. */
  String place() {
    return place;
  }

  /**
   * rxm of 1.17 frees a pool of the domain, then refuses because a large message was under way when
   * its endpoint closed. Called again, it would free the pool again.
   */
  @Override
  protected boolean isLostIfRefused() {
    return true;
  }

  /** The format of the addresses of its endpoints. */
  AddressFormat addressFormat() {
    return addressFormat;
  }

  @Override
  public CompletionQueue openCompletionQueue(CompletionQueueAttributes wanted, Object context) {
    return NativeCompletionQueue.open(
        this, wanted == null ? CompletionQueueAttributes.defaults() : wanted, context);
  }

  @Override
  public Endpoint openEndpoint(FabricInfo info, Object context) {
    fabric.requireOwn("fi_endpoint", info);
    SocketAddresses.require("fi_endpoint", info);
    NativeConnectionRequest request = NativeConnectionRequest.of(info, fabric);
    if (request == null) {
      return openEndpoint(info, 0, context);
    }
    requireOpen();
    return openEndpoint(info, request, context);
  }

  private Endpoint openEndpoint(FabricInfo info, NativeConnectionRequest request, Object context) {
    long handle = request.take();
    try {
      return openEndpoint(request.complete(info), handle, context);
    } catch (RuntimeException | Error failed) {
      request.giveBack();
      throw failed;
    }
  }

  private Endpoint openEndpoint(FabricInfo info, long handle, Object context) {
    try (InfoWriter struct = new InfoWriter(shown(info), handle)) {
      long fid = openMember(ObjectClass.EP, "fi_endpoint", "endpoint", struct.address());
      return new NativeEndpoint(this, info, handle != 0, fid, context);
    } catch (FabricException refused) {
      throw SocketAddresses.named(refused, info);
    }
  }

  /** The info as C gets it. */
  private static FabricInfo shown(FabricInfo info) {
    long hidden = ProviderNames.hiddenFlags(info);
    long shown = info.transmit().operationFlags() & ~hidden;
    return hidden == 0 ? info : info.toBuilder().transmitFlags(shown).build();
  }

  @Override
  public AddressVector openAddressVector(AddressVectorAttributes wanted, Object context) {
    return NativeAddressVector.open(
        this, wanted == null ? AddressVectorAttributes.defaults() : wanted, context);
  }

  @Override
  public MemoryRegion register(
      MemorySegment buffer, long access, long requestedKey, Object context) {
    Arguments.registered(buffer, access);
    long fid = openDependent(ObjectClass.MR, () -> registerInC(buffer, access, requestedKey));
    return new NativeMemoryRegion(this, buffer, access, fid, context);
  }

  private long registerInC(MemorySegment buffer, long access, long requestedKey) {
    long fid = registerNative(buffer, access, requestedKey);
    if (fid < 0) {
      throw new FabricException((int) fid, "fi_mr_reg", "requestedKey=" + requestedKey, "");
    }
    return fid;
  }

  /**
   * {@code fi_mr_reg(3)} without a region in Java: the address of the region, or a negative error
   * number.
   */
  long registerNative(MemorySegment buffer, long access, long requestedKey) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      int error =
          SignalActions.keep(() -> register(buffer, access, requestedKey, result.address()));
      return error == 0 ? result.get(ValueLayout.JAVA_LONG, 0) : -Math.abs(error);
    }
  }

  /** Registrations of local buffers; null where the provider requires none. */
  LocalRegions locals() {
    return locals;
  }

  /** The state of an endpoint, or of a context, of this domain that is not bound to anything. */
  EndpointState endpointState(FabricInfo info) {
    return new EndpointState(info, this, locals);
  }

  private int register(MemorySegment buffer, long access, long requestedKey, long result) {
    return (int)
        Downcalls.call(
            function(MEMORY, REGISTER),
            fid(),
            buffer.address(),
            buffer.byteSize(),
            access,
            0L,
            requestedKey,
            0L,
            result,
            0L);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    requireOpen();
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes=" + bytes + ", allowed 1.." + Long.MAX_VALUE);
    }
    try {
      return Arena.ofAuto().allocate(bytes, CACHE_LINE);
    } catch (OutOfMemoryError e) {
      throw new FabricException(
          Errno.ENOMEM, "allocate", "bytes=" + bytes, "Allow more with -XX:MaxDirectMemorySize");
    }
  }

  @Override
  public AtomicAttributes queryAtomic(DataType type, AtomicOperation operation, long flags) {
    Require.notNull("type", type);
    Require.notNull("operation", operation);
    long allowed = AtomicAttributes.FETCH_ATOMIC | AtomicAttributes.COMPARE_ATOMIC;
    if ((flags & ~allowed) != 0 || flags == allowed) {
      throw refused(Errno.EBADFLAGS, type, operation, flags);
    }
    if (!AtomicLimits.exist(type, operation)) {
      throw refused(Errno.EOPNOTSUPP, type, operation, flags);
    }
    enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limits = arena.allocate(CallLayouts.ATOMIC_LIMITS.size(), Long.BYTES);
      int error =
          (int)
              Downcalls.call(
                  function(OPS, QUERY_ATOMIC),
                  fid(),
                  type.value(),
                  operation.value(),
                  limits.address(),
                  flags);
      if (error != 0) {
        throw refused(error, type, operation, flags);
      }
      StructView struct = new StructView(CallLayouts.ATOMIC_LIMITS, limits.address());
      return new AtomicAttributes(struct.amount("count"), struct.amount("size"));
    } finally {
      leave();
    }
  }

  private static FabricException refused(
      int error, DataType type, AtomicOperation operation, long flags) {
    String detail =
        "type=" + type + ", operation=" + operation + ", flags=0x" + Long.toHexString(flags);
    return new FabricException(error, "fi_query_atomic", detail, "See AtomicOperations");
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    if (!(queue instanceof NativeEventQueue own) || !own.isOf(fabric) || events != null) {
      String seen = "queue=" + queue + (events == null ? "" : ", one is bound already");
      throw new FabricException(
          Errno.EINVAL, "fi_domain_bind", seen, "Bind one event queue of the same fabric");
    }
    bindNative("fi_domain_bind", own, flags);
    events = own;
  }

  /** The event queue of endpoints that are bound to none, or null. */
  synchronized NativeEventQueue events() {
    return events;
  }

  @Override
  public SharedReceiveContext openSharedReceiveContext(ReceiveAttributes wanted, Object context) {
    return NativeSharedReceiveContext.open(
        this, wanted == null ? ReceiveAttributes.defaults() : wanted, context);
  }

  @Override
  public SharedTransmitContext openSharedTransmitContext(
      TransmitAttributes wanted, Object context) {
    return NativeSharedTransmitContext.open(
        this, wanted == null ? TransmitAttributes.defaults() : wanted, context);
  }

  @Override
  public ScalableEndpoint openScalableEndpoint(FabricInfo info, Object context) {
    return NativeScalableEndpoint.open(this, Require.notNull("info", info), context);
  }

  @Override
  public Counter openCounter(CounterAttributes wanted, Object context) {
    return NativeCounter.open(
        this,
        fabric,
        Require.notNull("attributes", wanted),
        struct -> openMember(ObjectClass.CNTR, "fi_cntr_open", "cntr_open", struct.address()),
        context);
  }

  @Override
  public PollSet openPollSet(PollSetAttributes wanted, Object context) {
    return new SoftwarePollSet(this, Require.notNull("attributes", wanted), context);
  }

  @Override
  protected void beforeClose() {
    if (locals != null) {
      locals.close();
    }
  }

  @Override
  protected void released() {
    if (events != null) {
      events.removeDependent(objectClass());
    }
    fabric.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeDomain[" + attributes.name() + " of " + fabric + "]";
  }
}
