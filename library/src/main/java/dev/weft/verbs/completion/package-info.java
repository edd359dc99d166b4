/**
 * What {@code ibv_poll_cq(3)} and {@code ibv_start_poll} deliver: batches of {@code ibv_wc} in the
 * layout of C, with status, opcode and flags.
 */
package dev.weft.verbs.completion;
