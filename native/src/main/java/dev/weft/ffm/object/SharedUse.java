package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.provider.fabric.check.EndpointRights;

/** What endpoints must fulfil to share a context, which not every provider checks. */
final class SharedUse {
  private static final String BIND = "fi_ep_bind";

  /** What providers offer without being asked, and a context need not have. */
  private static final long UNASKED =
      Capabilities.LOCAL_COMM
          | Capabilities.REMOTE_COMM
          | Capabilities.MULTI_RECV
          | Capabilities.SOURCE
          | Capabilities.RMA_EVENT;

  private SharedUse() {}

  /** Requires an endpoint that was opened for a context of this kind and is bound to none. */
  static void requireFree(String kind, long count, Object bound) {
    if (count != EndpointAttributes.SHARED_CONTEXT) {
      throw refused(
          "the endpoint's " + kind + "ContextCount=" + count, "Open it with SHARED_CONTEXT");
    }
    if (bound != null) {
      throw refused("a shared " + kind + " context is bound already", "Bind one");
    }
  }

  /** Requires an endpoint that was opened for a context of this kind to be bound to one. */
  static void requireBound(String kind, long count, Object bound) {
    if (count == EndpointAttributes.SHARED_CONTEXT && bound == null) {
      throw new FabricException(
          Errno.EOPBADSTATE,
          "fi_enable",
          "no shared " + kind + " context is bound",
          "Bind one before enable()");
    }
  }

  /** Requires an endpoint that can no more than the context. */
  static void requireSubset(long capabilities, long context) {
    long more = EndpointRights.full(capabilities) & ~(EndpointRights.full(context) | UNASKED);
    if (more != 0) {
      throw refused(
          "the endpoint's capabilities have " + Capabilities.describe(more),
          "Open the context with as much as its endpoints");
    }
  }

  /**
   * Requires room for one endpoint more, only endpoints depend on the context.
   *
   * @param limit 0 where the provider states none
   */
  static void requireRoom(NativeObject context, long limit) {
    int endpoints = context.dependents();
    if (limit != 0 && endpoints >= limit) {
      throw refused(endpoints + " endpoints share this context", "Allowed: " + limit);
    }
  }

  static void requireAtMost(String attribute, long endpoint, long context) {
    if (endpoint > context) {
      throw refused(
          "the endpoint's " + attribute + "=" + endpoint,
          "Allowed: 0.." + context + ", the context's");
    }
  }

  private static FabricException refused(String detail, String advice) {
    return new FabricException(Errno.EINVAL, BIND, detail, advice);
  }
}
