package dev.weft.fabric;

/**
 * {@code fi_stx_context(3)}: a transmit context that several endpoints send through. Operations are
 * posted to the endpoints and complete in their queues.
 */
public interface SharedTransmitContext extends FabricObject {

  /** What it was opened with, limits filled in. */
  TransmitAttributes attributes();
}
