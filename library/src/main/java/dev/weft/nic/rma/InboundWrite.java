package dev.weft.nic.rma;

import dev.weft.nic.message.Message;
import dev.weft.nic.transfer.InboundTransfer;

/** A peer's long write of this side's memory. Reused. */
public final class InboundWrite extends InboundTransfer {
  private final RmaResponder service;
  final RmaTargets ranges;

  /** The peer's handle of the write. */
  int handle;

  /** Whether {@link #data} is reported here. */
  boolean hasData;

  /** Remote completion data. */
  long data;

  InboundWrite(RmaResponder service, int rangeLimit) {
    super(true);
    this.service = service;
    this.ranges = new RmaTargets(rangeLimit);
  }

  @Override
  public int copyIn(long position, Message chunk, long bytes) {
    return ranges.copyIn(position, chunk, bytes);
  }

  @Override
  public void ended() {
    service.ended(this);
  }
}
