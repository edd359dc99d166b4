package dev.weft.nic.rma;

import dev.weft.nic.message.AtomicWork;
import dev.weft.nic.transfer.OutboundTransfer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The previous values that a peer's atomic operation fetches. Reused. */
public final class InboundFetch extends OutboundTransfer {
  private final AtomicResponder service;
  final MemorySegment results = Arena.ofAuto().allocate(AtomicWork.MAX_BYTES, Long.BYTES);

  InboundFetch(AtomicResponder service) {
    this.service = service;
  }

  @Override
  public int gather(long position, MemorySegment destination, long at, long size) {
    MemorySegment.copy(results, position, destination, at, size);
    return 0;
  }

  @Override
  public void ended() {
    service.ended(this);
  }
}
