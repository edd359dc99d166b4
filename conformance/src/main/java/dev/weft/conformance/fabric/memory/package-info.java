/**
 * Clauses of {@code fi_rma(3)}, {@code fi_atomic(3)} and {@code fi_trigger(3)}: access to memory of
 * a peer, its orders, and work that starts at the value of a counter.
 */
package dev.weft.conformance.fabric.memory;
