package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.SharedContextChecks;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.DomainServices;

/** Counts the endpoints that share a context. */
final class ContextSharing {
  private final SoftwareObject context;
  private final long limit;
  private long endpoints;

  ContextSharing(SoftwareObject context, long limit) {
    this.context = context;
    this.limit = limit;
  }

  synchronized void join() {
    SharedContextChecks.requireRoom(endpoints, limit);
    context.addDependent(ObjectClass.EP);
    endpoints++;
  }

  synchronized void leave() {
    endpoints--;
    context.removeDependent(ObjectClass.EP);
  }

  static void requireBelongs(DomainServices domain, EndpointState endpoint) {
    if (!domain.equals(endpoint.domain)) {
      throw AttributeChecks.invalid(
          "fi_ep_bind", "the context is of another domain", "Open both in one domain");
    }
  }
}
