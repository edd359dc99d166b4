package dev.weft.completion;

import dev.weft.wait.Notifier;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One completion promised, written and read by one thread, in batches; and the empty read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class RingBenchmark {
  private static final int BATCH = 64;

  @Param({"SINGLE", "MULTI"})
  public Sharing sharing;

  @Param({"false"})
  public boolean sleepable;

  @Param({"48"})
  public int stride;

  private CompletionRing ring;
  private CompletionWriter writer;
  private CompletionReader reader;
  private MemorySegment batch;
  private MemorySegment sources;

  @Setup
  public void open() {
    ring = new CompletionRing(1024, sharing, sleepable ? new Notifier() : null);
    writer = ring.writer();
    reader = ring.reader();
    batch = Arena.ofAuto().allocate((long) BATCH * stride);
    sources = Arena.ofAuto().allocate((long) BATCH * 8);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int reserveWriteRead() {
    for (int i = 0; i < BATCH; i++) {
      writer.reserve(1);
      writer.write(i, 2, 3, 4, 5, 6, 7);
    }
    return reader.read(batch, stride, BATCH, null);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int writeRead() {
    writer.reserve(BATCH);
    for (int i = 0; i < BATCH; i++) {
      writer.write(i, 2, 3, 4, 5, 6, 7);
    }
    return reader.read(batch, stride, BATCH, null);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int writeReadFrom() {
    writer.reserve(BATCH);
    for (int i = 0; i < BATCH; i++) {
      writer.write(i, 2, 3, 4, 5, 6, 7);
    }
    return reader.read(batch, stride, BATCH, sources);
  }

  @Benchmark
  public int writeReadOne() {
    writer.reserve(1);
    writer.write(1, 2, 3, 4, 5, 6, 7);
    return reader.read(batch, stride, 1, null);
  }

  @Benchmark
  public int empty() {
    return reader.read(batch, stride, BATCH, null);
  }
}
