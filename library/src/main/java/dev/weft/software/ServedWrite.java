package dev.weft.software;

/** A peer's long write of this side's memory. Used again and again. */
final class ServedWrite extends Transfer {
  private final RemoteService service;
  final GrantedRanges ranges;

  /** What the peer calls it. */
  int handle;

  /** Whether {@link #data} is reported here. */
  boolean hasData;

  /** Remote completion data. */
  long data;

  ServedWrite(RemoteService service, int rangeLimit) {
    this.service = service;
    this.ranges = new GrantedRanges(rangeLimit);
  }

  @Override
  int place(long position, Message chunk, long bytes) {
    return ranges.place(position, chunk, bytes);
  }

  @Override
  void ended() {
    service.ended(this);
  }
}
