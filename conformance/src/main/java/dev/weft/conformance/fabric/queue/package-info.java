/**
 * Clauses of {@code fi_cq(3)}: how completion queues open, read, wait and close, what their entries
 * and errors hold, and what happens when they are full.
 */
package dev.weft.conformance.fabric.queue;
