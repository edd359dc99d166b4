/**
 * Clauses of {@code fi_endpoint(3)}, {@code fi_eq(3)}, {@code fi_cm(3)} and {@code fi_getinfo(3)}:
 * what endpoints can do, how they connect and share contexts, and the end of peers.
 */
package dev.weft.conformance.fabric.endpoint;
