package dev.weft.benchmarks.measure;

import dev.weft.cli.workload.Pinning;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Measures the copy rate of the machine: one thread copies between two buffers in its cache. */
final class CopyRate {
  private CopyRate() {}

  /** Gigabytes a second, the median copy. */
  static double measure(int bytes, long nanos) {
    Pinning.pinTo(1);
    MemorySegment from = Arena.ofAuto().allocate(bytes, 64);
    MemorySegment to = Arena.ofAuto().allocate(bytes, 64);
    return Median.ofSlices(nanos, copy -> copy(from, to, bytes));
  }

  private static double copy(MemorySegment from, MemorySegment to, int bytes) {
    long start = System.nanoTime();
    MemorySegment.copy(from, 0, to, 0, bytes);
    return bytes / (double) (System.nanoTime() - start);
  }
}
