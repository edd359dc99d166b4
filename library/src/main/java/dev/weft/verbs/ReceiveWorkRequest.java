package dev.weft.verbs;

/**
 * {@code struct ibv_recv_wr}: buffers for one message; made to be reused. It may change as soon as
 * the call that posts it has returned. One thread at a time may use it.
 */
public final class ReceiveWorkRequest {

  private final ScatterGatherList buffers = new ScatterGatherList();
  private long wrId;
  private ReceiveWorkRequest next;

  /** A request without buffers. */
  public ReceiveWorkRequest() {}

  /** {@code wr_id}: what the completion gives back. */
  public long wrId() {
    return wrId;
  }

  /** {@code next}: posted by the same call after this one; null at the end. */
  public ReceiveWorkRequest next() {
    return next;
  }

  /** {@code sg_list}, {@code num_sge}: where the message goes, in order; to be changed in place. */
  public ScatterGatherList buffers() {
    return buffers;
  }

  /** Sets {@code wr_id}. */
  public ReceiveWorkRequest wrId(long wrId) {
    this.wrId = wrId;
    return this;
  }

  /** Sets {@code next}. */
  public ReceiveWorkRequest next(ReceiveWorkRequest next) {
    this.next = next;
    return this;
  }

  /** Makes {@code length} bytes of a region from {@code offset} the only buffer. */
  public ReceiveWorkRequest buffer(MemoryRegion region, long offset, int length) {
    buffers.clear().add(region, offset, length);
    return this;
  }

  @Override
  public String toString() {
    return "ReceiveWorkRequest[wr_id=0x%x, sg_list=%s]".formatted(wrId, buffers);
  }
}
