package dev.weft.fabric;

import dev.weft.fabric.info.TransmitAttributes;

/**
 * {@code fi_stx_context(3)}: a transmit context that several endpoints send through. Operations are
 * posted to the endpoints and complete in their queues. Any thread may call any method.
 */
public interface SharedTransmitContext extends FabricObject {

  /** The attributes it was opened with, with all limits set. */
  TransmitAttributes attributes();
}
