package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.fid.UseCount;
import dev.weft.ffm.ibverbs.attribute.ContextFunctions;
import dev.weft.ffm.ibverbs.attribute.DeviceRecord;
import dev.weft.ffm.ibverbs.attribute.PortRecord;
import dev.weft.ffm.ibverbs.attribute.ReplyPath;
import dev.weft.ffm.ibverbs.layout.DeviceLayouts;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.CStruct;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.provider.verbs.event.AsyncEvents;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEventHandler;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.ThreadDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.SelectableChannel;
import java.util.function.Supplier;

/** {@code struct ibv_context} of libibverbs. */
final class IbvContext implements VerbsContext {
  private static final long ASYNC_FD = ObjectLayouts.CONTEXT.offset("async_fd");
  private static final long VECTORS = ObjectLayouts.CONTEXT.offset("num_comp_vectors");
  private static final int PORTS_IN_C = 0xFF;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final ValueLayout.OfShort WIRE_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

  private final IbvDevice device;
  private final long address;
  private final ContextFunctions functions;
  private final int vectors;
  private final Slots slots = new Slots();
  private final Holders holders = new Holders(Verb.CLOSE_DEVICE.call());
  private final UseCount calls = new UseCount();
  private final AsyncEvents asyncEvents = new AsyncEvents(this);
  private final EventPump pump;

  private IbvContext(IbvDevice device, long address) {
    this.device = device;
    this.address = address;
    this.functions = ContextFunctions.of(address);
    this.vectors = CMemory.integer(address + VECTORS);
    AsyncSource source = new AsyncSource(address, slots, asyncEvents);
    this.pump =
        new EventPump(
            CMemory.integer(address + ASYNC_FD), calls::enter, calls::leave, source::moveOne);
  }

  /** A context that C has opened. */
  static IbvContext of(IbvDevice device, long address) {
    IbvContext context = new IbvContext(device, address);
    context.pump.start();
    return context;
  }

  /** The address of the struct in C. */
  long address() {
    return address;
  }

  ContextFunctions functions() {
    return functions;
  }

  Slots slots() {
    return slots;
  }

  Holders holders() {
    return holders;
  }

  AsyncEvents asyncEvents() {
    return asyncEvents;
  }

  /** Calls C, which {@link #close} waits for. */
  private <T> T inside(Supplier<T> call) {
    if (!calls.enter()) {
      throw holders.afterwards();
    }
    try {
      return call.get();
    } finally {
      calls.leave();
    }
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public DeviceAttributes queryDevice() {
    return inside(() -> DeviceRecord.of(functions));
  }

  @Override
  public PortAttributes queryPort(int port) {
    requirePort(port, Verb.QUERY_PORT);
    return inside(() -> PortRecord.of(functions, port));
  }

  /** C takes the lowest 8 bits of a port. */
  private static void requirePort(int port, Verb verb) {
    verb.require(
        port < 1 || port > PORTS_IN_C ? VerbsErrno.EINVAL : 0,
        "port_num=" + port + ", allowed 1..255");
  }

  @Override
  public Gid queryGid(int port, int index) {
    requirePort(port, Verb.QUERY_GID);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment gid = arena.allocate(Gid.SIZE, Long.BYTES);
      query(Verb.QUERY_GID, port, index, gid);
      return Gid.read(gid, 0);
    }
  }

  @Override
  public int queryPkey(int port, int index) {
    requirePort(port, Verb.QUERY_PKEY);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocate(WIRE_SHORT);
      query(Verb.QUERY_PKEY, port, index, key);
      return Short.toUnsignedInt(key.get(WIRE_SHORT, 0));
    }
  }

  /** C reads the entries from files, so that there is no file for a wrong index. */
  private void query(Verb verb, int port, int index, MemorySegment result) {
    int error =
        index < 0
            ? VerbsErrno.EINVAL
            : inside(() -> verb.error(address, port, index, result.address()));
    verb.require(
        error == 0 ? 0 : VerbsErrno.EINVAL, "port_num=" + port + ", index=" + index + " has none");
  }

  @Override
  public RealTimeValues queryRtValues(int mask) {
    String call = "ibv_query_rt_values_ex";
    if (mask != RealTimeValues.RAW_CLOCK) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          call,
          "comp_mask=" + mask + ", allowed " + RealTimeValues.RAW_CLOCK,
          "");
    }
    long query = functions.extended("query_rt_values");
    if (query == 0) {
      throw Refusal.of(call, "device=" + device + " has no clock to read");
    }
    try (Arena arena = Arena.ofConfined()) {
      CStruct values = CStruct.in(arena, DeviceLayouts.CLOCK).integer("comp_mask", mask);
      int error = inside(() -> Verb.errorOf(query, address, values.address()));
      if (error != 0) {
        throw new VerbsException(error, call, "comp_mask=" + mask, "");
      }
      long seconds = values.word("raw_clock.tv_sec");
      return new RealTimeValues(
          values.integer("comp_mask"),
          seconds * NANOS_PER_SECOND + values.word("raw_clock.tv_nsec"));
    }
  }

  @Override
  public int completionVectors() {
    return vectors;
  }

  @Override
  public CompletionQueue createCq(
      int cqe, Object context, CompletionChannel channel, int completionVector) {
    return CompletionQueueCreation.plain(this, cqe, context, channel, completionVector);
  }

  @Override
  public ExtendedCompletionQueue createCqEx(CompletionQueueInit init) {
    return CompletionQueueCreation.extended(this, init);
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return IbvChannel.create(this);
  }

  @Override
  public ProtectionDomain allocPd() {
    return IbvDomain.create(this);
  }

  @Override
  public ThreadDomain allocTd() {
    throw Refusal.of("ibv_alloc_td", "");
  }

  @Override
  public ParentDomain allocParentDomain(ParentDomainInit init) {
    throw Refusal.of("ibv_alloc_parent_domain", "");
  }

  @Override
  public ReliableDatagramDomain allocReliableDatagramDomain() {
    throw Refusal.of("allocReliableDatagramDomain", "libibverbs has no reliable datagrams");
  }

  @Override
  public int getAsyncEvent(AsyncEvent event) {
    Require.notNull("event", event);
    pump.pump();
    return asyncEvents.get(event);
  }

  @Override
  public void ackAsyncEvent(AsyncEvent event) {
    asyncEvents.ack(event);
  }

  @Override
  public void asyncBlocking(boolean blocking) {
    asyncEvents.blocking(blocking);
  }

  @Override
  public SelectableChannel asyncChannel() {
    return asyncEvents.channel();
  }

  @Override
  public int asyncDescriptor() {
    return asyncEvents.descriptor();
  }

  /**
   * Accepts null.
   *
   * @throws VerbsException {@link VerbsErrno#EOPNOTSUPP} for a handler: C has none
   */
  @Override
  public void completionEventHandler(CompletionEventHandler handler) {
    if (handler != null) {
      throw Refusal.of("completionEventHandler", "libibverbs has none; use a completion channel");
    }
  }

  @Override
  public AddressHandleAttributes initAhFromWc(
      int port, WorkCompletionBatch batch, int index, MemorySegment globalRoute) {
    requirePort(port, Verb.INIT_AH_FROM_WC);
    return inside(() -> ReplyPath.of(address, port, batch, index, globalRoute));
  }

  @Override
  public boolean isClosed() {
    return holders.isEnded();
  }

  @Override
  public void close() {
    if (!holders.beginEnd()) {
      return;
    }
    calls.close();
    pump.stop();
    asyncEvents.close();
    SignalActions.keep(() -> Verb.CLOSE_DEVICE.error(address));
    holders.end();
  }

  @Override
  public String toString() {
    return "VerbsContext[" + device + "]";
  }
}
