package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.packet.Destination;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.AddressHandleAttributes;

/** {@code struct ibv_ah} of the software device: a destination of datagrams. */
public final class SoftwareAddressHandle extends SoftwareObject implements AddressHandle {
  private static final String CALL = "ibv_create_ah";

  private final SoftwareProtectionDomain domain;
  private final AddressHandleAttributes attributes;
  private final Destination destination;

  private SoftwareAddressHandle(
      ObjectUses uses, SoftwareProtectionDomain domain, AddressHandleAttributes attributes) {
    super(uses, "ibv_destroy_ah");
    this.domain = domain;
    this.attributes = attributes;
    this.destination = owner().port().destination(attributes);
  }

  static SoftwareAddressHandle create(
      SoftwareProtectionDomain domain, AddressHandleAttributes attributes) {
    Require.notNull("attributes", attributes);
    domain.owner().port().require(attributes, CALL);
    domain.useCount().requireOpen();
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().handles(),
        CALL,
        uses -> new SoftwareAddressHandle(uses, domain, attributes),
        domain);
  }

  /** See {@link SoftwareProtectionDomain#destination}. */
  static Destination destination(AddressHandle given, SoftwareProtectionDomain domain) {
    return given instanceof SoftwareAddressHandle handle
            && domain.isSame(handle.domain)
            && !handle.useCount().isEnded()
        ? handle.destination
        : null;
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public AddressHandleAttributes attributes() {
    return attributes;
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
