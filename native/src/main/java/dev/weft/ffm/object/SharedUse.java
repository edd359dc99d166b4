package dev.weft.ffm.object;

import dev.weft.fabric.info.Capabilities;
import dev.weft.provider.fabric.check.EndpointRights;
import dev.weft.provider.fabric.check.SharedContextChecks;

/** The capabilities of endpoints that share a context, which not every provider checks. */
final class SharedUse {
  /** What providers offer without being asked, and a context need not have. */
  private static final long UNASKED =
      Capabilities.LOCAL_COMM
          | Capabilities.REMOTE_COMM
          | Capabilities.MULTI_RECV
          | Capabilities.SOURCE
          | Capabilities.RMA_EVENT;

  private SharedUse() {}

  /** Requires an endpoint that can no more than the context. */
  static void requireSubset(long capabilities, long context) {
    SharedContextChecks.requireSubset(
        EndpointRights.full(capabilities), EndpointRights.full(context) | UNASKED);
  }
}
