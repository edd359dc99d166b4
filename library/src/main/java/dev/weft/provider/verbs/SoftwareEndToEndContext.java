package dev.weft.provider.verbs;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.queuepair.QueuePairMachine;
import dev.weft.provider.verbs.check.AttributeTranslation;
import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.provider.verbs.event.EventRelay;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.wire.Wire;

/** EE Context of the software device, on top of a {@link QueuePairMachine} without queues. */
final class SoftwareEndToEndContext extends AsyncEventSource implements EndToEndContext {
  private static final String CALL = "Create EE Context";
  private static final QueuePairCapabilities NO_QUEUES = new QueuePairCapabilities(0, 0, 0, 0, 0);

  private final SoftwareReliableDomain domain;
  private final Object context;
  private final QueuePairMachine machine;
  private final AttributeTranslation attributes;

  private SoftwareEndToEndContext(
      ObjectUses uses, SoftwareReliableDomain domain, Object context, QueuePairMachine machine) {
    super(uses, "Destroy EE Context");
    this.domain = domain;
    this.context = context;
    this.machine = machine;
    attributes = new AttributeTranslation(domain.owner().port(), machine);
  }

  static SoftwareEndToEndContext create(SoftwareReliableDomain domain, Object context) {
    domain.useCount().requireOpen();
    EventRelay relay = new EventRelay(domain.owner().asyncEvents());
    QueuePairMachine machine = open(domain, relay);
    SoftwareEndToEndContext created = null;
    try {
      created = create(domain, context, machine);
      relay.about(created);
      return created;
    } finally {
      if (created == null) {
        machine.close();
      }
    }
  }

  private static SoftwareEndToEndContext create(
      SoftwareReliableDomain domain, Object context, QueuePairMachine machine) {
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().endToEndContexts(),
        CALL,
        uses -> new SoftwareEndToEndContext(uses, domain, context, machine),
        domain);
  }

  private static QueuePairMachine open(SoftwareReliableDomain domain, EventRelay relay) {
    SoftwareContext owner = domain.owner();
    Wire wire = DeviceNetwork.opened(CALL, owner::wire);
    AddressMap addresses = new AddressMap(wire, owner::addressOfContext);
    QueuePairMachine machine = null;
    while (machine == null) {
      int number = QueuePairFactory.nextNumber();
      machine =
          DeviceNetwork.opened(
              CALL,
              () -> domain.members().openContext(addresses, number, owner.protection(), relay));
    }
    return machine;
  }

  @Override
  public int number() {
    return machine.number();
  }

  @Override
  public Object context() {
    return context;
  }

  @Override
  public ReliableDatagramDomain domain() {
    return domain;
  }

  @Override
  public QueuePairState state() {
    return QueuePairState.of(machine.state());
  }

  @Override
  public int modify(QueuePairAttributes wanted, int mask) {
    useCount().requireOpen();
    return attributes.modify(wanted, mask);
  }

  @Override
  public QueuePairAttributes query() {
    useCount().requireOpen();
    return attributes.query(NO_QUEUES);
  }

  @Override
  void release() {
    tellNoMore();
    machine.close();
    endEvents();
  }

  @Override
  public String toString() {
    return "EndToEndContext[0x%06x, %s]".formatted(number(), state());
  }
}
