package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.Side;

/** Drives progress only, for one-sided operations that arrive in frames. */
record TargetSide(EndpointParts parts) implements Side {

  @Override
  public void send(long value) {
    throw new UnsupportedOperationException("a target only looks");
  }

  @Override
  public long receive() {
    return parts.opened().queue().read(null, 0);
  }
}
