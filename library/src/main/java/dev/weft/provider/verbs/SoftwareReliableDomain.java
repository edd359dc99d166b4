package dev.weft.provider.verbs;

import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ReliableDatagramDomain;

/** Reliable datagram domain of the software device. */
public final class SoftwareReliableDomain extends SoftwareObject implements ReliableDatagramDomain {
  private final ReliableDomain members;

  private SoftwareReliableDomain(ObjectUses uses) {
    super(uses, "Deallocate Reliable Datagram Domain");
    members = new ReliableDomain(owner().endToEndContexts());
  }

  static SoftwareReliableDomain create(SoftwareContext context) {
    return ObjectUses.create(
        context,
        context.quotas().reliableDomains(),
        "Allocate Reliable Datagram Domain",
        SoftwareReliableDomain::new);
  }

  /** The queue pairs and contexts of the domain. */
  public ReliableDomain members() {
    return members;
  }

  @Override
  public EndToEndContext createEndToEndContext(Object context) {
    return SoftwareEndToEndContext.create(this, context);
  }

  @Override
  public String toString() {
    return "ReliableDatagramDomain[" + owner().device().name() + "]";
  }
}
