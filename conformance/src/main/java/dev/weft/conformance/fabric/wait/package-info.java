/**
 * Clauses of {@code fi_poll(3)}, {@code fi_trywait} and {@code fi_cntr(3)}: wait objects, poll
 * sets, wait sets, counters, and the progress that they make.
 */
package dev.weft.conformance.fabric.wait;
