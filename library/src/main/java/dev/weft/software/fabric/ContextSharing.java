package dev.weft.software.fabric;

import dev.weft.fabric.Capabilities;

/** How many endpoints share a context, and what they must have in common. */
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
      throw OpenChecks.invalid(
          "fi_ep_bind",
          endpoints + " endpoints share this context",
          "Allowed: " + limit + "; share another one");
    }
    context.retain();
    endpoints++;
  }

  synchronized void leave() {
    endpoints--;
    context.letGo();
  }

  static void requireBelongs(SoftwareDomain domain, EndpointState endpoint) {
    if (!domain.equals(endpoint.domain)) {
      throw OpenChecks.invalid(
          "fi_ep_bind", "the context is of another domain", "Open both in one domain");
    }
  }

  static void requireSubset(String attribute, long endpoint, long context) {
    long more = endpoint & ~context;
    if (more != 0) {
      throw OpenChecks.invalid(
          "fi_ep_bind",
          "the endpoint's " + attribute + " has " + Capabilities.describe(more),
          "Open the context with as much as its endpoints");
    }
  }

  static void requireAtMost(String attribute, long endpoint, long context) {
    if (endpoint > context) {
      throw OpenChecks.invalid(
          "fi_ep_bind",
          "the endpoint's " + attribute + "=" + endpoint,
          "Allowed: 0.." + context + ", the context's");
    }
  }

  static void requireSize(String call, long size) {
    if (size > EndpointLimits.MAX_OPERATIONS) {
      throw OpenChecks.invalid(
          call, "size=" + size, "Allowed: 0.." + EndpointLimits.MAX_OPERATIONS);
    }
  }
}
