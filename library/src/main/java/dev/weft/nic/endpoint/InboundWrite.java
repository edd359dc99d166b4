package dev.weft.nic.endpoint;

/** A peer's long write of this side's memory. Reused. */
final class InboundWrite extends InboundTransfer {
  private final RmaResponder service;
  final RmaTargets ranges;

  /** The peer's handle of the write. */
  int handle;

  /** Whether {@link #data} is reported here. */
  boolean hasData;

  /** Remote completion data. */
  long data;

  InboundWrite(RmaResponder service, int rangeLimit) {
    this.service = service;
    this.ranges = new RmaTargets(rangeLimit);
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
