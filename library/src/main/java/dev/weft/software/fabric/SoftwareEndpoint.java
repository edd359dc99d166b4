package dev.weft.software.fabric;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.BindFlags;
import dev.weft.fabric.Capabilities;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricInfo;

/** {@code struct fid_ep}: binding and enabling; the faces that it extends do the rest. */
final class SoftwareEndpoint extends EndpointFace {
  private static final long QUEUE_FLAGS =
      BindFlags.TRANSMIT | BindFlags.RECV | BindFlags.SELECTIVE_COMPLETION;

  SoftwareEndpoint(SoftwareDomain domain, FabricInfo info, Object context) {
    super(new EndpointState(domain, info), context);
    domain.retain();
  }

  @Override
  public synchronized void bind(CompletionQueue queue, long flags) {
    requireUnenabled();
    OpenChecks.bindFlags(flags, QUEUE_FLAGS);
    if (!(queue instanceof SoftwareCompletionQueue own) || own.domain() != state.domain) {
      throw foreign("queue=" + queue);
    }
    state.bind(own, flags);
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    requireUnenabled();
    OpenChecks.bindFlags(flags, BoundCounters.FLAGS);
    if ((flags & BoundCounters.BY_PEERS) != 0 && !state.has(Capabilities.RMA_EVENT)) {
      throw OpenChecks.invalid(
          "fi_ep_bind",
          "flags=" + BindFlags.describe(flags),
          "Open the endpoint with the capability RMA_EVENT");
    }
    if (!(counter instanceof SoftwareCounter own) || own.domain() != state.domain) {
      throw foreign("counter=" + counter);
    }
    state.counters.bind(own, flags);
  }

  @Override
  public synchronized void bind(AddressVector vector, long flags) {
    requireUnenabled();
    OpenChecks.bindFlags(flags, 0);
    if (!(vector instanceof SoftwareAddressVector own) || own.domain() != state.domain) {
      throw foreign("vector=" + vector);
    }
    if (state.vector != null) {
      throw OpenChecks.invalid("fi_ep_bind", "an address vector is bound already", "Bind one");
    }
    own.retain();
    state.vector = own;
  }

  private static FabricException foreign(String what) {
    return OpenChecks.invalid("fi_ep_bind", what, "Bind an open object of the endpoint's domain");
  }

  @Override
  public synchronized void enable() {
    requireOpen();
    if (state.machine == null) {
      state.enable();
    }
  }

  private void requireUnenabled() {
    requireOpen();
    if (state.machine != null) {
      throw new FabricException(
          Errno.EOPBADSTATE, "fi_ep_bind", "the endpoint is enabled", "Bind before enabling");
    }
  }

  @Override
  void release() {
    state.release();
    state.domain.letGo();
  }
}
