package dev.weft.ffm.info;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;

/** What this module can do with libfabric; nothing else is offered. */
final class Support {
  private static final long CAPABILITIES =
      Capabilities.MSG
          | Capabilities.TAGGED
          | Capabilities.RMA
          | Capabilities.ATOMIC
          | Capabilities.SEND
          | Capabilities.RECV
          | Capabilities.READ
          | Capabilities.WRITE
          | Capabilities.REMOTE_READ
          | Capabilities.REMOTE_WRITE
          | Capabilities.RMA_EVENT
          | Capabilities.MULTI_RECV
          | Capabilities.FENCE
          | Capabilities.SOURCE
          | Capabilities.SOURCE_ERR
          | Capabilities.DIRECTED_RECV
          | Capabilities.NAMED_RX_CTX
          | Capabilities.LOCAL_COMM
          | Capabilities.REMOTE_COMM;

  private Support() {}

  /** The supported ones of {@code capabilities}. */
  static long capabilities(long capabilities) {
    return capabilities & CAPABILITIES;
  }

  static boolean has(EndpointType type) {
    return type == EndpointType.MSG || type == EndpointType.RDM || type == EndpointType.DGRAM;
  }

  /** Whether an offer can satisfy the hints. */
  static boolean has(FabricInfo hints) {
    EndpointType type = hints.endpoint().type();
    return (hints.capabilities() & ~CAPABILITIES) == 0
        && (type == EndpointType.UNSPEC || has(type));
  }
}
