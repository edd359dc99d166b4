package dev.weft.ffm.object;

import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.provider.fabric.check.SharedContextChecks;

/** {@code struct fid_stx} of libfabric. */
final class NativeSharedTransmitContext extends NativeObject implements SharedTransmitContext {
  private static final long OPS = ObjectLayouts.SHARED_TRANSMIT.offset("ops");

  private final NativeDomain domain;
  private final TransmitAttributes attributes;

  private NativeSharedTransmitContext(
      NativeDomain domain, TransmitAttributes attributes, long fid, Object context) {
    super(ObjectClass.STX_CTX, fid, context);
    this.domain = domain;
    this.attributes = attributes;
    requireTable(OPS, OpsLayouts.ENDPOINT);
  }

  /** {@code fi_stx_context(3)}. */
  static NativeSharedTransmitContext open(
      NativeDomain domain, TransmitAttributes wanted, Object context) {
    TransmitAttributes filled = ContextAttributes.filled(wanted, domain.info().transmit());
    long fid =
        domain.openMember(
            ObjectClass.STX_CTX,
            "fi_stx_context",
            "stx_ctx",
            InfoLayouts.TRANSMIT,
            struct -> InfoWriter.writeTransmit(struct, filled));
    return new NativeSharedTransmitContext(domain, filled, fid, context);
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public TransmitAttributes attributes() {
    return attributes;
  }

  /** Requires an endpoint that may be bound. */
  void requireSuitable(TransmitAttributes endpoint) {
    SharedContextChecks.requireAtMost("size", endpoint.size(), attributes.size());
    SharedContextChecks.requireAtMost("injectSize", endpoint.injectSize(), attributes.injectSize());
    SharedUse.requireSubset(endpoint.capabilities(), attributes.capabilities());
    SharedContextChecks.requireRoom(dependents(), domain.attributes().maxSharedTransmitEndpoints());
  }

  @Override
  protected void released() {
    domain.removeDependent(objectClass());
  }

  @Override
  public String toString() {
    return "NativeSharedTransmitContext[" + domain + "]";
  }
}
