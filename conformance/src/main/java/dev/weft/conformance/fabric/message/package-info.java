/**
 * Clauses of {@code fi_msg(3)} and {@code fi_tagged(3)}: messages with and without tags, scatter
 * lists of any shape, peeks, receives of many messages, injects and cancels.
 */
package dev.weft.conformance.fabric.message;
