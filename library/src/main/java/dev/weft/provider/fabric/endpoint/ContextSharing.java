package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.Capabilities;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.DomainServices;

/** Counts the endpoints that share a context, and checks that their attributes match. */
final class ContextSharing {
  private final SoftwareObject context;
  private final long limit;
  private long endpoints;

  ContextSharing(SoftwareObject context, long limit) {
    this.context = context;
    this.limit = limit;
  }

  synchronized void join() {
    if (endpoints >= limit) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          endpoints + " endpoints share this context",
          "Allowed: " + limit + "; share another one");
    }
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

  static void requireSubset(String attribute, long endpoint, long context) {
    long more = endpoint & ~context;
    if (more != 0) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          "the endpoint's " + attribute + " has " + Capabilities.describe(more),
          "Open the context with as much as its endpoints");
    }
  }

  static void requireAtMost(String attribute, long endpoint, long context) {
    if (endpoint > context) {
      throw AttributeChecks.invalid(
          "fi_ep_bind",
          "the endpoint's " + attribute + "=" + endpoint,
          "Allowed: 0.." + context + ", the context's");
    }
  }
}
