package dev.weft.software;

import java.lang.foreign.MemorySegment;

/** A peer's read of this side's memory. Used again and again. */
final class ServedRead extends Payload {
  private final RemoteService service;
  final GrantedRanges ranges;

  /** Whether all of it was there. */
  boolean whole;

  ServedRead(RemoteService service, int rangeLimit) {
    this.service = service;
    this.ranges = new GrantedRanges(rangeLimit);
  }

  @Override
  int gather(long position, MemorySegment destination, long at, long size) {
    int error = ranges.gather(position, destination, at, size);
    whole &= error == 0;
    return error;
  }

  @Override
  void ended() {
    service.ended(this);
  }
}
