package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.nic.matching.SharedReceives;
import dev.weft.provider.fabric.check.SharedContextChecks;

/** The shared contexts of an endpoint ({@code fi_ep_bind(3)}). */
final class BoundContexts {
  private SoftwareSharedReceiveContext receives;
  private SoftwareSharedTransmitContext transmits;

  /** Whether the shared receive context counts this endpoint's address vector. */
  private boolean countsVector;

  void bind(EndpointState endpoint, SoftwareSharedReceiveContext context) {
    SharedContextChecks.requireFree(
        "receive", endpoint.info.endpoint().receiveContextCount(), receives);
    context.join(endpoint);
    receives = context;
  }

  void bind(EndpointState endpoint, SoftwareSharedTransmitContext context) {
    SharedContextChecks.requireFree(
        "transmit", endpoint.info.endpoint().transmitContextCount(), transmits);
    context.join(endpoint);
    transmits = context;
  }

  /** Throws unless an endpoint of this info has the contexts that it needs. */
  void requireFor(FabricInfo info) {
    EndpointAttributes asked = info.endpoint();
    SharedContextChecks.requireBound("receive", asked.receiveContextCount(), receives);
    SharedContextChecks.requireBound("transmit", asked.transmitContextCount(), transmits);
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
