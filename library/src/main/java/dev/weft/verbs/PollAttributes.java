package dev.weft.verbs;

/**
 * {@code struct ibv_poll_cq_attr}: how to start a batch (VX-20).
 *
 * @param mask {@code comp_mask}: no bit is known; any is refused
 */
public record PollAttributes(int mask) {}
