package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.Side;

/** Does nothing but look, for the sake of one-sided operations that come by frames. */
record TargetSide(EndpointParts parts) implements Side {

  @Override
  public void send(long value) {
    throw new UnsupportedOperationException("a target only looks");
  }

  @Override
  public long receive() {
    return parts.queue().read(null, 0);
  }
}
