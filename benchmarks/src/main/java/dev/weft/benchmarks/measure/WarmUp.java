package dev.weft.benchmarks.measure;

import dev.weft.cli.perf.machine.JitCompiler;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats a brief measurement until it gives the compiler of this process little to do. The
 * compilers of both processes work in the pauses: beside pinned threads that poll they would take
 * seconds, and code would be measured before it is compiled.
 */
final class WarmUp {
  private static final long NANOS = 300_000_000;
  private static final int MIN_TIMES = 4;
  private static final int MAX_TIMES = 24;
  private static final long PAUSE_NANOS = 300_000_000;
  private static final Duration MAX_COMPILATION = Duration.ofSeconds(2);

  /** Compilation that is little, in milliseconds. */
  private static final long LITTLE = 50;

  private WarmUp() {}

  /** A measurement of this length. */
  interface Brief {
    void run(long nanos) throws Exception;
  }

  static void repeat(Brief measurement) throws Exception {
    long worked = 0;
    boolean compiling = true;
    for (int times = 0; times < MIN_TIMES || (compiling && times < MAX_TIMES); times++) {
      measurement.run(NANOS);
      LockSupport.parkNanos(PAUSE_NANOS);
      JitCompiler.awaitRest(MAX_COMPILATION);
      long before = worked;
      worked = JitCompiler.workedMillis();
      compiling = worked - before > LITTLE;
    }
  }
}
