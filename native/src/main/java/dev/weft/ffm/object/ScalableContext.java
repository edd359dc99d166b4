package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.MemorySegment;

/**
 * {@code fi_tx_context(3)} or {@code fi_rx_context(3)} of libfabric. It has the address and the
 * address vector of the scalable endpoint, and queues and counters of its own.
 */
final class ScalableContext extends AbstractEndpoint {
  private static final String BIND = "fi_ep_bind";

  private final NativeScalableEndpoint whole;
  private final ContextSlots slots;
  private final int index;
  private final long direction;
  private final EndpointBindings bound;

  ScalableContext(
      NativeScalableEndpoint whole,
      ContextSlots slots,
      int index,
      FabricInfo info,
      long fid,
      Object context) {
    super(slots.kind(), whole.domain().endpointState(info), fid, context);
    this.whole = whole;
    this.slots = slots;
    this.index = index;
    this.direction = slots.kind() == ObjectClass.TX_CTX ? BindFlags.TRANSMIT : BindFlags.RECV;
    this.bound = new EndpointBindings(this, whole.domain());
  }

  // Binding.

  @Override
  public synchronized void bind(CompletionQueue queue, long flags) {
    requireOpen();
    long other = flags & (BindFlags.TRANSMIT | BindFlags.RECV) & ~direction;
    if (other != 0) {
      throw EndpointBindings.refused(BindFlags.describe(other) + " to " + objectClass());
    }
    bound.add(queue, flags);
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    bound.add(counter, flags);
  }

  @Override
  public void bind(AddressVector vector, long flags) {
    throw ofTheWhole("an address vector");
  }

  @Override
  public void bind(SharedReceiveContext context, long flags) {
    throw ofTheWhole("a shared context");
  }

  @Override
  public void bind(SharedTransmitContext context, long flags) {
    throw ofTheWhole("a shared context");
  }

  @Override
  public void bind(EventQueue queue, long flags) {
    throw ofTheWhole("an event queue");
  }

  private FabricException ofTheWhole(String object) {
    requireOpen();
    return new FabricException(
        Errno.EINVAL, BIND, object + " to " + objectClass(), "Bind queues and counters to it");
  }

  @Override
  public synchronized void enable() {
    bound.requireUnenabled("fi_enable");
    state().know(whole.vector().handles());
    bound.requireQueue(direction, direction == BindFlags.TRANSMIT ? "TRANSMIT" : "RECV");
    whole.alone(
        () -> {
          bound.enable();
          return 0;
        });
  }

  /** See {@link NativeScalableEndpoint#alone}. */
  void holdUpQueues() {
    bound.holdUpCalls();
  }

  void resumeQueues() {
    bound.resumeCalls();
  }

  @Override
  protected int closeInC() {
    return whole.alone(
        () -> {
          int result = bound.closeAlone(info, super::closeInC);
          if (result == 0) {
            slots.closed(index);
          }
          return result;
        });
  }

  @Override
  protected void released() {
    state().abandon();
    bound.release();
    slots.left(index);
  }

  @Override
  public byte[] name() {
    requireOpen();
    return whole.name();
  }

  // What an endpoint without a connection, and without an address of its own, does not do.

  @Override
  public void name(byte[] address) {
    throw unsupported("fi_setname");
  }

  @Override
  public void connect(byte[] address, MemorySegment data) {
    throw unsupported("fi_connect");
  }

  @Override
  public void accept(MemorySegment data) {
    throw unsupported("fi_accept");
  }

  @Override
  public void shutdown(long flags) {
    throw unsupported("fi_shutdown");
  }

  @Override
  public byte[] peer() {
    throw unsupported("fi_getpeer");
  }

  @Override
  public FabricObject join(byte[] address, long flags, Object context) {
    throw unsupported("fi_join");
  }

  private FabricException unsupported(String call) {
    requireOpen();
    return new FabricException(
        Errno.EOPNOTSUPP, call, "object=" + objectClass(), "Use an endpoint of type MSG");
  }

  @Override
  public String toString() {
    return objectClass() + " " + index + " of " + whole;
  }
}
