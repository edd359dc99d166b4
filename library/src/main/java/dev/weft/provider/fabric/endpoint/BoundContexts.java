package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.matching.SharedReceives;
import dev.weft.provider.fabric.check.AttributeChecks;

/** The shared contexts of an endpoint ({@code fi_ep_bind(3)}). */
final class BoundContexts {
  private SoftwareSharedReceiveContext receives;
  private SoftwareSharedTransmitContext transmits;

  /** Whether the shared receive context counts this endpoint's address vector. */
  private boolean countsVector;

  void bind(EndpointState endpoint, SoftwareSharedReceiveContext context) {
    requireFree("receive", endpoint.info.endpoint().receiveContextCount(), receives);
    context.join(endpoint);
    receives = context;
  }

  void bind(EndpointState endpoint, SoftwareSharedTransmitContext context) {
    requireFree("transmit", endpoint.info.endpoint().transmitContextCount(), transmits);
    context.join(endpoint);
    transmits = context;
  }

  private static void requireFree(String kind, long count, Object bound) {
    if (count != EndpointAttributes.SHARED_CONTEXT) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          "the endpoint's " + kind + "ContextCount=" + count,
          "Open it with SHARED_CONTEXT");
    }
    if (bound != null) {
      throw AttributeChecks.invalid(
          "fi_ep_bind", "a shared " + kind + " context is bound already", "Bind one");
    }
  }

  /** Throws unless an endpoint of this info has the contexts that it needs. */
  void requireFor(FabricInfo info) {
    require(info.endpoint().receiveContextCount(), receives, "receive");
    require(info.endpoint().transmitContextCount(), transmits, "transmit");
  }

  private static void require(long count, Object bound, String kind) {
    boolean missing = count == EndpointAttributes.SHARED_CONTEXT && bound == null;
    EndpointState.requireUnbound(
        missing, Errno.EOPBADSTATE, "no shared " + kind + " context is bound");
  }

  /** The shared receives of an endpoint that is enabled with this vector; null if it has none. */
  SharedReceives enabled(SoftwareAddressVector vector) {
    if (receives == null) {
      return null;
    }
    SharedReceives shared = receives.enabled(vector);
    countsVector = vector != null;
    return shared;
  }

  /** The endpoint could not be enabled, or is closed. */
  void disabled() {
    if (countsVector) {
      countsVector = false;
      receives.disabled();
    }
  }

  /** The endpoint is closed. */
  void leave() {
    disabled();
    if (receives != null) {
      receives.leave();
    }
    if (transmits != null) {
      transmits.leave();
    }
  }
}
