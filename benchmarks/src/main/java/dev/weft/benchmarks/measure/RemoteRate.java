package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.EndpointParts;
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
  private static final int MOST_SLICES = 100_000;

  private RemoteRate() {}

  /** Millions a second within one process. */
  static double overLoopback(String operation, long nanos) {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    EndpointParts target = EndpointParts.open(fabric, info, WaitObject.NONE);
    RemoteEnd.expose(target);
    EndpointParts initiator = EndpointParts.open(fabric, info, WaitObject.NONE);
    initiator = initiator.knowing(target.endpoint().name());
    return measure(new RemoteEnd(initiator, operation.equals("fetch-add")), nanos);
  }

  /** Millions a second. */
  static double measure(Side side, long nanos) {
    long number = 0;
    while (number < WARM_UP) {
      side.send(++number);
    }
    double[] rates = new double[MOST_SLICES];
    int slices = 0;
    long end = System.nanoTime() + nanos;
    while (slices < 2 || (System.nanoTime() < end && slices < MOST_SLICES)) {
      long start = System.nanoTime();
      for (int i = 0; i < SLICE; i++) {
        side.send(++number);
      }
      rates[slices++] = SLICE * 1e3 / (System.nanoTime() - start);
    }
    if (side.receive() != number) {
      throw new IllegalStateException("the last of " + number + " operations is not to be seen");
    }
    return Percentile.ofSecondHalf(rates, slices, 50);
  }
}
