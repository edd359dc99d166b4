package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.attribute.PathStruct;
import dev.weft.ffm.ibverbs.layout.AttributeLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CStruct;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import java.lang.foreign.Arena;

/** {@code struct ibv_ah} of libibverbs. */
final class IbvAddressHandle extends IbvObject implements AddressHandle {
  private final IbvDomain domain;
  private final AddressHandleAttributes attributes;

  private IbvAddressHandle(IbvDomain domain, long address, AddressHandleAttributes attributes) {
    super(domain.owner(), address, Verb.DESTROY_AH, domain.owner().holders(), domain.holders());
    this.domain = domain;
    this.attributes = attributes;
  }

  static IbvAddressHandle create(IbvDomain domain, AddressHandleAttributes attributes) {
    String misfit = PathStruct.misfit(Require.notNull("attributes", attributes));
    if (misfit != null) {
      throw new VerbsException(VerbsErrno.EINVAL, Verb.CREATE_AH.call(), misfit, "");
    }
    return keepReachable(
        Holders.creating(
            () -> new IbvAddressHandle(domain, createInC(domain, attributes), attributes),
            domain.owner().holders(),
            domain.holders()));
  }

  private static long createInC(IbvDomain domain, AddressHandleAttributes attributes) {
    try (Arena arena = Arena.ofConfined()) {
      CStruct path = CStruct.in(arena, AttributeLayouts.PATH);
      PathStruct.write(attributes, path);
      return Verb.CREATE_AH.create("ah_attr=" + attributes, domain.struct(), path.address());
    }
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public AddressHandleAttributes attributes() {
    return attributes;
  }

  /** A datagram that is being posted names it. */
  @Override
  int destroy() {
    return domain.betweenPosts(super::destroy);
  }

  @Override
  public String toString() {
    String destination =
        attributes.isGlobal()
            ? "dgid=" + attributes.globalRoute().dgid()
            : "dlid=0x%04x".formatted(attributes.dlid());
    return "AddressHandle[" + destination + "]";
  }
}
