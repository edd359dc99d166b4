package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.provider.verbs.device.DeviceClock;
import dev.weft.provider.verbs.device.DeviceLimits;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.provider.verbs.device.DevicePort;
import dev.weft.provider.verbs.device.GlobalRouteHeader;
import dev.weft.provider.verbs.device.ManagementQueues;
import dev.weft.provider.verbs.device.Quotas;
import dev.weft.provider.verbs.device.UseCount;
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
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code struct ibv_context} of the software device. */
public final class SoftwareContext implements VerbsContext {
  private static final int VECTORS = 1;

  private final SoftwareDevice device;
  private final DeviceNetwork wires;
  private final DeviceLimits limits;
  private final DevicePort port;
  private final Quotas quotas;
  private final ProtectionTable protection = new ProtectionTable();
  private final AtomicInteger lastDomain = new AtomicInteger();
  private final AsyncEvents asyncEvents = new AsyncEvents(this);
  private final HandlerRunner handling = new HandlerRunner(this);
  private final ManagementQueues managementQueues = new ManagementQueues();
  private final EndToEndContexts endToEndContexts = new EndToEndContexts();
  private final UseCount useCount = new UseCount("ibv_close_device");

  SoftwareContext(SoftwareDevice device, DeviceNetwork wires) {
    this.device = device;
    this.wires = wires;
    this.limits = new DeviceLimits(device.guid());
    this.port = new DevicePort(device.guid());
    this.quotas = new Quotas(limits);
  }

  /** The number of objects created here and not yet destroyed. */
  UseCount useCount() {
    return useCount;
  }

  DeviceLimits limits() {
    return limits;
  }

  DevicePort port() {
    return port;
  }

  Quotas quotas() {
    return quotas;
  }

  /** The asynchronous events. */
  public AsyncEvents asyncEvents() {
    return asyncEvents;
  }

  /** Calls the completion event handler. */
  HandlerRunner handling() {
    return handling;
  }

  /** The completion queues that serve the management queue pairs. */
  public ManagementQueues managementQueues() {
    return managementQueues;
  }

  /** The end-to-end contexts of all reliable datagram domains. */
  EndToEndContexts endToEndContexts() {
    return endToEndContexts;
  }

  /** The keys of all regions and windows. */
  public ProtectionTable protection() {
    return protection;
  }

  /** The wire on which queue pairs open their ports. */
  public Wire wire() {
    return wires.wire(device.fabric());
  }

  /** The address of the queue pair with this number on {@link #wire}. */
  public String addressOf(int queuePair) {
    return wires.address(device.fabric(), queuePair);
  }

  /** The address of the end-to-end context with this number. */
  String addressOfContext(int number) {
    return wires.contextAddress(device.fabric(), number);
  }

  /** A number that is unique among the protection domains of this context. */
  int nextDomain() {
    return lastDomain.incrementAndGet();
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public DeviceAttributes queryDevice() {
    return limits;
  }

  @Override
  public PortAttributes queryPort(int number) {
    DevicePort.require(number, "ibv_query_port");
    return port;
  }

  @Override
  public Gid queryGid(int number, int index) {
    DevicePort.require(number, "ibv_query_gid");
    return port.gid(index);
  }

  @Override
  public int queryPkey(int number, int index) {
    DevicePort.require(number, "ibv_query_pkey");
    return port.pkey(index);
  }

  @Override
  public RealTimeValues queryRtValues(int mask) {
    if (mask != RealTimeValues.RAW_CLOCK) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          "ibv_query_rt_values_ex",
          "comp_mask=" + mask + ", allowed " + RealTimeValues.RAW_CLOCK,
          "");
    }
    return new RealTimeValues(mask, DeviceClock.ticks());
  }

  @Override
  public int completionVectors() {
    return VECTORS;
  }

  @Override
  public CompletionQueue createCq(
      int cqe, Object context, CompletionChannel channel, int completionVector) {
    return CompletionQueueFactory.create(this, cqe, context, channel, completionVector);
  }

  @Override
  public ExtendedCompletionQueue createCqEx(CompletionQueueInit init) {
    return CompletionQueueFactory.create(this, init);
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return SoftwareCompletionChannel.create(this);
  }

  @Override
  public ProtectionDomain allocPd() {
    return SoftwareProtectionDomain.create(this);
  }

  @Override
  public ThreadDomain allocTd() {
    return SoftwareThreadDomain.create(this);
  }

  @Override
  public ParentDomain allocParentDomain(ParentDomainInit init) {
    return SoftwareParentDomain.of(this, init);
  }

  @Override
  public ReliableDatagramDomain allocReliableDatagramDomain() {
    return SoftwareReliableDomain.create(this);
  }

  @Override
  public int getAsyncEvent(AsyncEvent event) {
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

  @Override
  public void completionEventHandler(CompletionEventHandler handler) {
    handling.set(handler);
  }

  @Override
  public AddressHandleAttributes initAhFromWc(
      int number, WorkCompletionBatch batch, int index, MemorySegment globalRoute) {
    useCount.requireOpen();
    DevicePort.require(number, "ibv_init_ah_from_wc");
    Require.notNull("batch", batch);
    boolean routed = (batch.wcFlags(index) & WcFlags.GRH) != 0;
    if (routed && Require.notNull("globalRoute", globalRoute).byteSize() < GlobalRouteHeader.SIZE) {
      throw new IllegalArgumentException(
          "globalRoute=" + globalRoute + ", allowed " + GlobalRouteHeader.SIZE + " bytes or more");
    }
    GlobalRoute back = routed ? GlobalRouteHeader.reply(globalRoute) : null;
    if (routed && !GlobalRouteHeader.destination(globalRoute).equals(port.gid())) {
      throw new VerbsException(
          VerbsErrno.EINVAL,
          "ibv_init_ah_from_wc",
          "dgid=" + GlobalRouteHeader.destination(globalRoute) + " is not the port's",
          "Give the first 40 bytes of the receive's buffers");
    }
    return new AddressHandleAttributes(
        back, batch.slid(index), batch.sl(index), batch.dlidPathBits(index), 0, number);
  }

  @Override
  public boolean isClosed() {
    return useCount.isEnded();
  }

  @Override
  public void close() {
    if (useCount.beginEnd(() -> null)) {
      useCount.end();
      asyncEvents.close();
    }
  }

  @Override
  public String toString() {
    return "VerbsContext[" + device + "]";
  }
}
