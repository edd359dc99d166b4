/**
 * The wire inside one process: the rings lie in process memory, a doorbell is a method call, and
 * every peer's memory is within reach.
 *
 * <pre>
 *   LoopbackWire: address -> LoopbackPort      (one for each fabric name)
 *   LoopbackPort -- LoopbackLink ==two rings== LoopbackLink -- LoopbackPort
 * </pre>
 */
package dev.weft.wire.loopback;
