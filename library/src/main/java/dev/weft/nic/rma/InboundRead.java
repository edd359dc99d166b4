package dev.weft.nic.rma;

import dev.weft.nic.transfer.OutboundTransfer;
import java.lang.foreign.MemorySegment;

/** A peer's read of this side's memory. Reused. */
public final class InboundRead extends OutboundTransfer {
  private final RmaResponder service;
  final RmaTargets ranges;

  /** Whether all of the memory was accessible. */
  boolean whole;

  InboundRead(RmaResponder service, int rangeLimit) {
    this.service = service;
    this.ranges = new RmaTargets(rangeLimit);
  }

  @Override
  public int gather(long position, MemorySegment destination, long at, long size) {
    int error = ranges.gather(position, destination, at, size);
    whole &= error == 0;
    return error;
  }

  @Override
  public void ended() {
    service.ended(this);
  }
}
