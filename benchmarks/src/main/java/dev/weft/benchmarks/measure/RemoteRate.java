package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.EndpointParts;
import dev.weft.benchmarks.between.Ends;
import dev.weft.benchmarks.between.RemoteEnd;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;

/**
 * Measures the rate of one-sided operations of one initiator; at the end the peer's memory must
 * hold the last number.
 */
final class RemoteRate {
  private static final int SLICE = 10_000;
  private static final int WARM_UP = 2_000_000;

  private RemoteRate() {}

  /** Millions a second within one process. */
  static double overLoopback(String operation, long nanos) {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    EndpointParts target = EndpointParts.open(fabric, info, WaitObject.NONE);
    RemoteEnd.expose(target);
    EndpointParts initiator = EndpointParts.open(fabric, info, WaitObject.NONE);
    initiator = initiator.knowing(target.opened().endpoint().name());
    return measure(Ends.initiator(initiator, operation), nanos);
  }

  /** Millions a second. */
  static double measure(Side side, long nanos) {
    for (long number = 1; number <= WARM_UP; number++) {
      side.send(number);
    }
    int[] slices = {0};
    double rate = Median.ofSlices(nanos, slice -> slice(side, slices[0]++));
    long number = WARM_UP + (long) slices[0] * SLICE;
    if (side.receive() != number) {
      throw new IllegalStateException("the last of " + number + " operations is not to be seen");
    }
    return rate;
  }

  private static double slice(Side side, int slice) {
    long first = WARM_UP + (long) slice * SLICE + 1;
    long start = System.nanoTime();
    for (int i = 0; i < SLICE; i++) {
      side.send(first + i);
    }
    return SLICE * 1e3 / (System.nanoTime() - start);
  }
}
