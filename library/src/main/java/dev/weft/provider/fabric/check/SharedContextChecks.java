package dev.weft.provider.fabric.check;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;

/** What endpoints must fulfil to share a context ({@code fi_ep_bind(3)}). */
public final class SharedContextChecks {
  private static final String BIND = "fi_ep_bind";

  private SharedContextChecks() {}

  /** Requires an endpoint that was opened for a context of this kind and is bound to none. */
  public static void requireFree(String kind, long count, Object boundOrNull) {
    if (count != EndpointAttributes.SHARED_CONTEXT) {
      throw AttributeChecks.invalid(
          BIND, "the endpoint's " + kind + "ContextCount=" + count, "Open it with SHARED_CONTEXT");
    }
    if (boundOrNull != null) {
      throw AttributeChecks.invalid(
          BIND, "a shared " + kind + " context is bound already", "Bind one");
    }
  }

  /** Requires an endpoint that was opened for a context of this kind to be bound to one. */
  public static void requireBound(String kind, long count, Object boundOrNull) {
    if (count == EndpointAttributes.SHARED_CONTEXT && boundOrNull == null) {
      throw new FabricException(
          Errno.EOPBADSTATE,
          "fi_enable",
          "no shared " + kind + " context is bound",
          "Bind it before enabling");
    }
  }

  /** Requires an endpoint that has no capability but these. */
  public static void requireSubset(long capabilities, long allowed) {
    long more = capabilities & ~allowed;
    if (more != 0) {
      throw AttributeChecks.invalid(
          BIND,
          "the endpoint's capabilities have " + Capabilities.describe(more),
          "Open the context with as much as its endpoints");
    }
  }

  /** Requires an attribute that is not greater than the context's. */
  public static void requireAtMost(String attribute, long endpoint, long context) {
    if (endpoint > context) {
      throw AttributeChecks.invalid(
          BIND,
          "the endpoint's " + attribute + "=" + endpoint,
          "Allowed: 0.." + context + ", the context's");
    }
  }

  /**
   * Requires room for one endpoint more.
   *
   * @param limit 0 where the provider states none
   */
  public static void requireRoom(long endpoints, long limit) {
    if (limit != 0 && endpoints >= limit) {
      throw AttributeChecks.invalid(
          BIND,
          endpoints + " endpoints share this context",
          "Allowed: " + limit + "; share another one");
    }
  }
}
