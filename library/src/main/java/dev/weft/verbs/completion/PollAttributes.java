package dev.weft.verbs.completion;

/**
 * {@code struct ibv_poll_cq_attr}: options of a batch (VX-20).
 *
 * @param mask {@code comp_mask}: no bit is defined; any set bit is rejected
 */
public record PollAttributes(int mask) {}
