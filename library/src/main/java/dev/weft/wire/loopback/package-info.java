/**
 * The wire within one process: rings lie in process memory, a doorbell is a method call, and all
 * memory of a peer is directly accessible.
 *
 * <pre>
 *   LoopbackWire: address -> LoopbackPort      (one for each fabric name)
 *   LoopbackPort -- LoopbackLink ==two rings== LoopbackLink -- LoopbackPort
 * </pre>
 */
package dev.weft.wire.loopback;
