package dev.weft.provider.verbs;

import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ReliableDatagramDomain;

/** Reliable datagram domain of the software device. */
public final class SoftwareReliableDomain extends SoftwareObject implements ReliableDatagramDomain {
  private final ReliableDomain members;

  SoftwareReliableDomain(SoftwareContext context) {
    super(
        context,
        context.quotas().reliableDomains(),
        "Allocate Reliable Datagram Domain",
        "Deallocate Reliable Datagram Domain");
    members = new ReliableDomain(context.endToEndContexts());
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
