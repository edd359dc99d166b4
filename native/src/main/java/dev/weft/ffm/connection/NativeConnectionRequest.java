package dev.weft.ffm.connection;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.fid.NativeObject;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code fi_info.handle} of a connection request. C frees the handle when it is rejected, and after
 * an endpoint was opened with it at the latest when that endpoint closes: it is answered once.
 */
public final class NativeConnectionRequest implements FabricObject {
  private enum State {
    UNANSWERED,
    ENDPOINT_OPEN,
    REJECTED
  }

  private final NativePassiveEndpoint asked;
  private final long handle;
  private final byte[] peer;
  private final AtomicReference<State> state = new AtomicReference<>(State.UNANSWERED);

  NativeConnectionRequest(NativePassiveEndpoint asked, long handle, byte[] peer) {
    this.asked = asked;
    this.handle = handle;
    this.peer = peer;
  }

  /**
   * The request that an endpoint is to be opened for, or null.
   *
   * @throws FabricException {@code FI_EINVAL} if the handle is no request of this fabric
   */
  public static NativeConnectionRequest of(FabricInfo info, NativeObject fabric) {
    if (info.handle() == null) {
      return null;
    }
    if (info.handle() instanceof NativePassiveEndpoint) {
      throw new FabricException(
          Errno.ENOSYS, "fi_endpoint", "the handle is a passive endpoint", "Use its address");
    }
    if (info.handle() instanceof NativeConnectionRequest request && request.asked.isOf(fabric)) {
      return request;
    }
    throw new FabricException(
        Errno.EINVAL, "fi_endpoint", "handle=" + info.handle(), "Give a request of this fabric");
  }

  /** An info with the address of the peer: sockets of 1.17 follows it without a check. */
  public FabricInfo complete(FabricInfo info) {
    return info.destinationAddress() == null && peer != null
        ? info.toBuilder().destinationAddress(peer).build()
        : info;
  }

  boolean isTo(NativePassiveEndpoint endpoint) {
    return asked == endpoint;
  }

  /**
   * The handle in C, for the one endpoint that is opened with it.
   *
   * @throws FabricException {@code FI_EINVAL} if it is answered already
   */
  public long take() {
    if (!state.compareAndSet(State.UNANSWERED, State.ENDPOINT_OPEN)) {
      throw new FabricException(
          Errno.EINVAL, "fi_endpoint", "the request is " + state, "Open one endpoint for each");
    }
    asked.answered(this);
    return handle;
  }

  /** No endpoint has been opened after all. */
  public void giveBack() {
    state.set(State.UNANSWERED);
    asked.unanswered(this);
  }

  /** Rejects it with these native bytes; false if it is answered already. */
  boolean reject(MemorySegment data) {
    boolean first = state.compareAndSet(State.UNANSWERED, State.REJECTED);
    if (first) {
      asked.answered(this);
      asked.reject(handle, data);
    }
    return first;
  }

  @Override
  public ObjectClass objectClass() {
    return ObjectClass.CONNREQ;
  }

  @Override
  public Object context() {
    return asked.context();
  }

  @Override
  public boolean isClosed() {
    return state.get() != State.UNANSWERED;
  }

  /** Rejects the request, unless it is answered. */
  @Override
  public void close() {
    reject(MemorySegment.NULL);
  }

  @Override
  public String toString() {
    return "NativeConnectionRequest[" + state + "]";
  }
}
