package dev.weft.verbs.work;

import dev.weft.verbs.MemoryRegion;

/**
 * {@code struct ibv_recv_wr}: buffers for one message. Reusable: it may be changed as soon as the
 * posting call has returned. One thread at a time may use it.
 */
public final class ReceiveWorkRequest {

  private final ScatterGatherList buffers = new ScatterGatherList();
  private long wrId;
  private ReceiveWorkRequest next;

  /** Creates a request without buffers. */
  public ReceiveWorkRequest() {}

  /** {@code wr_id}: returned in the completion. */
  public long wrId() {
    return wrId;
  }

  /** {@code next}: the next request to post in the same call; null at the end. */
  public ReceiveWorkRequest next() {
    return next;
  }

  /** {@code sg_list}, {@code num_sge}: the buffers of the message, in order; modifiable. */
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

  /** Replaces the buffers with {@code length} bytes of a region from {@code offset}. */
  public ReceiveWorkRequest buffer(MemoryRegion region, long offset, int length) {
    buffers.clear().add(region, offset, length);
    return this;
  }

  @Override
  public String toString() {
    return "ReceiveWorkRequest[wr_id=0x%x, sg_list=%s]".formatted(wrId, buffers);
  }
}
