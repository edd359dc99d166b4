package dev.weft.ffm.object;

import dev.weft.fabric.SharedTransmitContext;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** {@code struct fid_stx} of libfabric. */
final class NativeSharedTransmitContext extends NativeObject implements SharedTransmitContext {
  private static final String OPEN = "fi_stx_context";
  private static final long OPS = ObjectLayouts.SHARED_TRANSMIT.offset("ops");

  private final NativeDomain domain;
  private final TransmitAttributes attributes;
  private final SharedUse use;

  private NativeSharedTransmitContext(
      NativeDomain domain, TransmitAttributes attributes, long fid, Object context) {
    super(ObjectClass.STX_CTX, fid, context);
    this.domain = domain;
    this.attributes = attributes;
    this.use = new SharedUse(domain.attributes().maxSharedTransmitEndpoints());
    requireTable(OPS, OpsLayouts.ENDPOINT);
  }

  /** {@code fi_stx_context(3)}. */
  static NativeSharedTransmitContext open(
      NativeDomain domain, TransmitAttributes wanted, Object context) {
    SharedUse.requireOffered(
        OPEN, "maxSharedTransmitEndpoints", domain.attributes().maxSharedTransmitEndpoints());
    TransmitAttributes filled = filled(wanted, domain.info().transmit());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(InfoLayouts.TRANSMIT.size(), Long.BYTES);
      InfoWriter.writeTransmit(new StructView(InfoLayouts.TRANSMIT, memory.address()), filled);
      long fid = domain.openMember(OPEN, "stx_ctx", memory.address());
      return new NativeSharedTransmitContext(domain, filled, fid, context);
    }
  }

  /** What is 0 in the attributes that are asked for is as the provider offers it. */
  private static TransmitAttributes filled(TransmitAttributes wanted, TransmitAttributes offered) {
    return wanted.toBuilder()
        .capabilities(orElse(wanted.capabilities(), offered.capabilities()))
        .size(orElse(wanted.size(), offered.size()))
        .injectSize(orElse(wanted.injectSize(), offered.injectSize()))
        .ioVectorLimit(orElse(wanted.ioVectorLimit(), offered.ioVectorLimit()))
        .remoteIoVectorLimit(orElse(wanted.remoteIoVectorLimit(), offered.remoteIoVectorLimit()))
        .build();
  }

  private static long orElse(long wanted, long offered) {
    return wanted == 0 ? offered : wanted;
  }

  NativeDomain domain() {
    return domain;
  }

  @Override
  public TransmitAttributes attributes() {
    return attributes;
  }

  /** An endpoint is bound; EINVAL if it can more than this. */
  void bound(TransmitAttributes endpoint) {
    SharedUse.requireAtMost("size", endpoint.size(), attributes.size());
    SharedUse.requireAtMost("injectSize", endpoint.injectSize(), attributes.injectSize());
    use.join(endpoint.capabilities(), attributes.capabilities() | Capabilities.LOCAL_COMM);
  }

  void unbound() {
    use.leave();
  }

  @Override
  protected void released() {
    domain.removeDependent();
  }

  @Override
  public String toString() {
    return "NativeSharedTransmitContext[" + domain + "]";
  }
}
