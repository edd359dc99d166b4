package dev.weft.verbs.attributes;

import dev.weft.verbs.AsyncEventType;

/**
 * {@code struct ibv_srq_attr}: capacities of a shared receive queue.
 *
 * @param maxWr {@code max_wr}: receives.
 * @param maxSge {@code max_sge}: buffers of one receive.
 * @param limit {@code srq_limit}: a message that leaves fewer receives than this raises {@link
 *     AsyncEventType#SRQ_LIMIT_REACHED} once; 0 for never. Setting it raises nothing, also if there
 *     are fewer already: post receives up to the limit first (VQ-42).
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge, int limit) {

  /** {@code IBV_SRQ_MAX_WR}: selects {@code max_wr}. */
  public static final int MAX_WR = 1;

  /** {@code IBV_SRQ_LIMIT}: selects {@code srq_limit}. */
  public static final int LIMIT = 1 << 1;
}
