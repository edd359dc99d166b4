package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.EndpointLimits;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.check.SharedContextChecks;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.DomainServices;

/**
 * {@code struct fid_stx}: attributes that the endpoints bound to it must match. The software NIC
 * has no scarce resource to share: each endpoint keeps its own work queue.
 */
public final class SoftwareSharedTransmitContext extends SoftwareObject
    implements SharedTransmitContext {
  private final DomainServices domain;
  private final TransmitAttributes attributes;
  private final ContextSharing sharing;

  public SoftwareSharedTransmitContext(
      DomainServices domain, TransmitAttributes asked, Object context) {
    super(ObjectClass.STX_CTX, context);
    this.domain = domain;
    this.sharing = new ContextSharing(this, domain.attributes().maxSharedTransmitEndpoints());
    long size = asked.size() == 0 ? EndpointLimits.SENDS : asked.size();
    AttributeChecks.contextSize("fi_stx_context", size);
    this.attributes = asked.toBuilder().size(size).build();
    dependOn(domain);
  }

  @Override
  public TransmitAttributes attributes() {
    return attributes;
  }

  /** Binds an endpoint; EINVAL if it has capabilities that this lacks. */
  void join(EndpointState endpoint) {
    requireOpen();
    TransmitAttributes asked = endpoint.info.transmit();
    ContextSharing.requireBelongs(domain, endpoint);
    SharedContextChecks.requireSubset(asked.capabilities(), allowed());
    SharedContextChecks.requireAtMost("size", asked.size(), attributes.size());
    if (attributes.injectSize() != 0) {
      SharedContextChecks.requireAtMost("injectSize", asked.injectSize(), attributes.injectSize());
    }
    sharing.join();
  }

  private long allowed() {
    return attributes.capabilities() == 0
        ? ~0L
        : EndpointRights.full(attributes.capabilities()) | Capabilities.LOCAL_COMM;
  }

  void leave() {
    sharing.leave();
  }
}
