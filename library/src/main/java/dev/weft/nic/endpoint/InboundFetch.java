package dev.weft.nic.endpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The previous values that a peer's atomic operation fetches. Reused. */
final class InboundFetch extends OutboundTransfer {
  private final AtomicResponder service;
  final MemorySegment results = Arena.ofAuto().allocate(AtomicWork.MOST_BYTES, Long.BYTES);

  InboundFetch(AtomicResponder service) {
    this.service = service;
  }

  @Override
  int gather(long position, MemorySegment destination, long at, long size) {
    MemorySegment.copy(results, position, destination, at, size);
    return 0;
  }

  @Override
  void ended() {
    service.ended(this);
  }
}
