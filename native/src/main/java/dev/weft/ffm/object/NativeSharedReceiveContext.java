package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.info.ProviderNames;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.operation.OperationPool;
import dev.weft.ffm.post.ReceiveOps;
import dev.weft.provider.fabric.check.PostFlags;
import dev.weft.provider.fabric.check.SharedContextChecks;
import java.lang.foreign.Arena;

/**
 * {@code fi_srx_context(3)} of libfabric: a {@code struct fid_ep} that only receives. Its
 * operations have a pool of their own, which each queue that reports them searches, too.
 *
 * <p>In C it is bound to the first queue that reports its receives: tcp writes what is cancelled
 * into that one, and dereferences NULL without.
 */
final class NativeSharedReceiveContext extends ReceiveOps implements SharedReceiveContext {
  private static final String OPEN = "fi_srx_context";
  private static final long OPS = ObjectLayouts.ENDPOINT.offset("ops");

  private final NativeDomain domain;
  private final ReceiveAttributes attributes;
  private final OperationPool receives = new OperationPool(Arena.ofAuto());

  /** That of the enabled endpoints that share this; null if none has one. */
  private NativeAddressVector vector;

  private int vectorUsers;
  private NativeCompletionQueue canceled;

  private NativeSharedReceiveContext(
      NativeDomain domain, FabricInfo info, long fid, Object context) {
    super(ObjectClass.SRX_CTX, domain.endpointState(info), fid, context);
    this.domain = domain;
    this.attributes = info.receive();
    state().reportReceives(receives, false);
    state().enable();
    requireTable(OPS, OpsLayouts.ENDPOINT);
  }

  /** {@code fi_srx_context(3)}. shm has the function for its own use only. */
  static NativeSharedReceiveContext open(
      NativeDomain domain, ReceiveAttributes wanted, Object context) {
    FabricInfo offer = domain.info();
    if (ProviderNames.isShm(offer)) {
      throw new FabricException(Errno.ENOSYS, OPEN, "provider=ofi:shm", "Use another provider");
    }
    ReceiveAttributes filled = ContextAttributes.filled(wanted, offer.receive());
    long fid =
        domain.openMember(
            ObjectClass.SRX_CTX,
            OPEN,
            "srx_ctx",
            InfoLayouts.RECEIVE,
            struct -> InfoWriter.writeReceive(struct, filled));
    FabricInfo info = offer.toBuilder().capabilities(filled.capabilities()).receive(filled).build();
    return new NativeSharedReceiveContext(domain, info, fid, context);
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public ReceiveAttributes attributes() {
    return attributes;
  }

  /** Without a queue that reports it, nothing is cancelled. */
  @Override
  public int cancel(long context) {
    requireOpen();
    return isReported() ? cancelPosted(context) : -Errno.ENOCQ;
  }

  /**
   * tcp takes tagged receives without the capability, which none of its endpoints matches; tcp and
   * sockets dereference NULL when a shared context is asked to look for a message.
   */
  @Override
  protected int refuseTagged(long flags) {
    boolean tagged = (attributes.capabilities() & Capabilities.TAGGED) != 0;
    return tagged && (flags & PostFlags.LOOKING) == 0
        ? super.refuseTagged(flags)
        : -Errno.EOPNOTSUPP;
  }

  // Sharing.

  /** Requires an endpoint that may be bound. */
  void requireSuitable(ReceiveAttributes endpoint) {
    SharedUse.requireSubset(endpoint.capabilities(), attributes.capabilities());
    SharedContextChecks.requireRoom(dependents(), domain.attributes().maxSharedReceiveEndpoints());
  }

  /**
   * An endpoint is about to be enabled, until {@link #disabled}; all endpoints with an address
   * vector must have the same.
   *
   * @param queue where the endpoint's receives complete
   * @param own the address vector of the endpoint, or null
   */
  synchronized void enabled(NativeCompletionQueue queue, NativeAddressVector own) {
    requireSame(own);
    queue.operations.report(receives);
    if (canceled == null) {
      reportTo(queue);
    }
    if (own != null) {
      use(own, vectorUsers + 1);
    }
  }

  /** An endpoint with this address vector, or null, has been closed. */
  synchronized void disabled(NativeAddressVector own) {
    if (own != null) {
      use(vectorUsers == 1 ? null : own, vectorUsers - 1);
    }
  }

  private void use(NativeAddressVector used, int users) {
    vector = used;
    vectorUsers = users;
    state().know(used == null ? null : used.handles());
  }

  private void requireSame(NativeAddressVector own) {
    if (own != null && vector != null && !vector.equals(own)) {
      throw new FabricException(
          Errno.EINVAL,
          "fi_enable",
          "another address vector than that of those who share the receive context",
          "Bind the same address vector to all of them");
    }
  }

  private synchronized boolean isReported() {
    return canceled != null;
  }

  /** Some providers need no queue here, and refuse one. */
  private void reportTo(NativeCompletionQueue queue) {
    try {
      bindNative("fi_ep_bind", queue, BindFlags.RECV);
    } catch (FabricException notNeeded) { // sockets and verbs report to the queue of an endpoint
      queue.addDependent(objectClass());
    }
    canceled = queue;
  }

  @Override
  protected void released() {
    state().abandon();
    receives.retire();
    if (canceled != null) {
      canceled.removeDependent(objectClass());
    }
    domain.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeSharedReceiveContext[" + domain + "]";
  }
}
