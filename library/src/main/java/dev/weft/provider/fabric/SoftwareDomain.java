package dev.weft.provider.fabric;

import dev.weft.argument.Require;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.EventType;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.memory.MemoryTable;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AtomicLimits;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.connection.ConnectionData;
import dev.weft.provider.fabric.connection.SoftwareEventQueue;
import dev.weft.provider.fabric.endpoint.SoftwareAddressVector;
import dev.weft.provider.fabric.endpoint.SoftwareSharedReceiveContext;
import dev.weft.provider.fabric.endpoint.SoftwareSharedTransmitContext;
import dev.weft.provider.fabric.object.Event;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.post.DeferredRequest;
import dev.weft.provider.fabric.queue.DomainServices;
import dev.weft.provider.fabric.queue.SoftwareCompletionQueue;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.provider.fabric.wait.ProgressThread;
import dev.weft.provider.fabric.wait.SoftwarePollSet;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import dev.weft.wire.WireException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fid_domain}: opens endpoints, queues and regions, and owns the memory table and the
 * progress thread, if any.
 */
public final class SoftwareDomain extends SoftwareObject implements DomainServices {
  private static final long CACHE_LINE = 64;

  private final SoftwareFabric fabric;
  private final DomainAttributes attributes;
  private final MemoryTable memory = new MemoryTable();
  private final DeferredWorkList work = new DeferredWorkList();
  private final SharedMemory shared;
  private final ProgressThread progressThread;
  private SoftwareEventQueue eventQueue;
  private boolean reportsMemory;

  SoftwareDomain(SoftwareFabric fabric, FabricInfo info, Object context) {
    super(ObjectClass.DOMAIN, context);
    this.fabric = fabric;
    this.attributes = info.domain();
    this.shared = fabric.wire().openMemory();
    dependOn(fabric);
    progressThread =
        attributes.dataProgress() == ProgressModel.AUTO ? new ProgressThread(work) : null;
  }

  @Override
  public Fabric fabric() {
    return fabric;
  }

  @Override
  public DomainAttributes attributes() {
    return attributes;
  }

  @Override
  public CompletionQueue openCompletionQueue(
      CompletionQueueAttributes queueAttributes, Object context) {
    requireOpen();
    CompletionQueueAttributes asked =
        queueAttributes == null ? CompletionQueueAttributes.defaults() : queueAttributes;
    return new SoftwareCompletionQueue(this, asked, context);
  }

  @Override
  public Endpoint openEndpoint(FabricInfo info, Object context) {
    requireOpen();
    EndpointAttributes asked = Require.notNull("info", info).endpoint();
    AttributeChecks.oneContext("transmitContextCount", asked.transmitContextCount());
    AttributeChecks.oneContext("receiveContextCount", asked.receiveContextCount());
    FabricInfo opened = opened("fi_endpoint", info);
    ConnectionData.requireSource("fi_endpoint", wire(), opened);
    return new SoftwareEndpoint(this, opened, context);
  }

  /** The info of a call that opens an endpoint, or a context of one; see {@link InfoQuery}. */
  FabricInfo opened(String call, FabricInfo info) {
    FabricInfo opened = fabric.opened(call, info);
    AttributeChecks.multiReceive(call, opened);
    return opened;
  }

  @Override
  public ScalableEndpoint openScalableEndpoint(FabricInfo info, Object context) {
    requireOpen();
    FabricInfo opened = fabric.opened("fi_scalable_ep", info);
    return new SoftwareScalableEndpoint(this, opened, context);
  }

  @Override
  public SharedReceiveContext openSharedReceiveContext(ReceiveAttributes asked, Object context) {
    requireOpen();
    return new SoftwareSharedReceiveContext(
        this, asked == null ? ReceiveAttributes.defaults() : asked, context);
  }

  @Override
  public SharedTransmitContext openSharedTransmitContext(TransmitAttributes asked, Object context) {
    requireOpen();
    return new SoftwareSharedTransmitContext(
        this, asked == null ? TransmitAttributes.defaults() : asked, context);
  }

  @Override
  public synchronized void bind(EventQueue queue, long flags) {
    requireOpen();
    AttributeChecks.domainBind(flags);
    SoftwareEventQueue own = SoftwareEventQueue.toBind("fi_domain_bind", queue, fabric, eventQueue);
    dependOn(own);
    eventQueue = own;
    reportsMemory = (flags & BindFlags.REG_MR) != 0;
  }

  /** The event queue of endpoints that are bound to none; or null. */
  synchronized SoftwareEventQueue eventQueue() {
    return eventQueue;
  }

  @Override
  public AddressVector openAddressVector(AddressVectorAttributes vectorAttributes, Object context) {
    requireOpen();
    return new SoftwareAddressVector(
        this, Require.notNull("attributes", vectorAttributes), context);
  }

  @Override
  public Counter openCounter(CounterAttributes counterAttributes, Object context) {
    requireOpen();
    return new SoftwareCounter(this, Require.notNull("attributes", counterAttributes), context);
  }

  @Override
  public PollSet openPollSet(PollSetAttributes pollSetAttributes, Object context) {
    requireOpen();
    return new SoftwarePollSet(this, Require.notNull("attributes", pollSetAttributes), context);
  }

  @Override
  public MemoryRegion register(
      MemorySegment buffer, long access, long requestedKey, Object context) {
    requireOpen();
    Arguments.registered(buffer, access);
    MemoryRegion region = new SoftwareMemoryRegion(this, buffer, access, requestedKey, context);
    if (reportsMemory) {
      eventQueue().report(Event.completed(EventType.MR_COMPLETE, region, context, 0));
    }
    return region;
  }

  @Override
  public AtomicAttributes queryAtomic(DataType type, AtomicOperation operation, long flags) {
    requireOpen();
    AttributeChecks.queryAtomic(flags);
    long most = AtomicLimits.most(flags, type, operation);
    if (most < 0) {
      throw new FabricException(
          Errno.EOPNOTSUPP,
          "fi_query_atomic",
          operation + " of " + type + " is not among these functions",
          "See AtomicOperations");
    }
    return new AtomicAttributes(most, type.size());
  }

  @Override
  public MemorySegment allocate(long bytes) {
    requireOpen();
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes=" + bytes + ", allowed: 1 and more");
    }
    try {
      return shared == null ? Arena.ofAuto().allocate(bytes, CACHE_LINE) : shared.allocate(bytes);
    } catch (WireException e) {
      throw AttributeChecks.onWire("allocate", e);
    } catch (OutOfMemoryError e) {
      throw new FabricException(
          Errno.ENOMEM, "allocate", "bytes=" + bytes, "Allow more with -XX:MaxDirectMemorySize");
    }
  }

  @Override
  public boolean isThreadSafe() {
    return attributes.threading() != Threading.DOMAIN || progressThread != null;
  }

  @Override
  public ProgressThread progressThread() {
    return progressThread;
  }

  @Override
  public DeferredWorkList work() {
    return work;
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    switch (Require.notNull("command", command).value()) {
      case ControlCommand.QUEUE_WORK_VALUE ->
          work.add(DeferredRequest.of(this, (DeferredWork) command.subject()));
      case ControlCommand.CANCEL_WORK_VALUE -> work.cancel((DeferredWork) command.subject());
      case ControlCommand.FLUSH_WORK_VALUE -> work.flush((Counter) command.subject());
      default -> {
        return super.control(command);
      }
    }
    return null;
  }

  @Override
  public SharedMemory shared() {
    return shared;
  }

  @Override
  public MemoryTable memory() {
    return memory;
  }

  @Override
  public Wire wire() {
    return fabric.wire();
  }

  @Override
  public String details() {
    return fabric.attributes().providerName() + ", " + attributes.name();
  }

  @Override
  public void release() {
    if (progressThread != null) {
      progressThread.close();
    }
    if (shared != null) {
      shared.close();
    }
  }
}
