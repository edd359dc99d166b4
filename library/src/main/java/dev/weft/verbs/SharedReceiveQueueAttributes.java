package dev.weft.verbs;

/**
 * {@code struct ibv_srq_attr}: how much a shared receive queue holds.
 *
 * @param maxWr {@code max_wr}: receives.
 * @param maxSge {@code max_sge}: buffers of one receive.
 * @param limit {@code srq_limit}: fewer receives than this raise {@link
 *     AsyncEventType#SRQ_LIMIT_REACHED} once; 0 for never (VQ-42).
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge, int limit) {

  /** {@code IBV_SRQ_MAX_WR}: {@code max_wr} counts. */
  public static final int MAX_WR = 1;

  /** {@code IBV_SRQ_LIMIT}: {@code srq_limit} counts. */
  public static final int LIMIT = 1 << 1;
}
