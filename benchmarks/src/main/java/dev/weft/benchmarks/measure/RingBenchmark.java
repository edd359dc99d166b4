package dev.weft.benchmarks.measure;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.Sharing;
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

/**
 * JMH benchmark of the completion ring: one thread reserves, writes and reads completions in
 * batches; and the empty read. A figure is for one completion: each invocation handles {@link
 * #RECORDS} of them, batch after batch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class RingBenchmark {
  private static final int RECORDS = 64;

  @Param({"SINGLE", "MULTI"})
  public Sharing sharing;

  @Param({"16", "64"})
  public int batch;

  @Param({"false"})
  public boolean sleepable;

  @Param({"48"})
  public int stride;

  private CompletionRing ring;
  private CompletionWriter writer;
  private CompletionReader reader;
  private MemorySegment entries;
  private MemorySegment sources;

  @Setup
  public void open() {
    ring = new CompletionRing(1024, sharing, sleepable ? new Notifier() : null);
    writer = ring.writer();
    reader = ring.reader();
    entries = Arena.ofAuto().allocate((long) RECORDS * stride);
    sources = Arena.ofAuto().allocate((long) RECORDS * 8);
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public int reserveWriteRead() {
    int taken = 0;
    for (int done = 0; done < RECORDS; done += batch) {
      for (int i = 0; i < batch; i++) {
        writer.reserve(1);
        writer.write(i, 2, 3, 4, 5, 6, 7);
      }
      taken += reader.read(entries, stride, batch, null);
    }
    return taken;
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public int writeRead() {
    int taken = 0;
    for (int done = 0; done < RECORDS; done += batch) {
      writer.reserve(batch);
      for (int i = 0; i < batch; i++) {
        writer.write(i, 2, 3, 4, 5, 6, 7);
      }
      taken += reader.read(entries, stride, batch, null);
    }
    return taken;
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public int writeReadFrom() {
    int taken = 0;
    for (int done = 0; done < RECORDS; done += batch) {
      writer.reserve(batch);
      for (int i = 0; i < batch; i++) {
        writer.write(i, 2, 3, 4, 5, 6, 7);
      }
      taken += reader.read(entries, stride, batch, sources);
    }
    return taken;
  }

  @Benchmark
  public int writeReadOne() {
    writer.reserve(1);
    writer.write(1, 2, 3, 4, 5, 6, 7);
    return reader.read(entries, stride, 1, null);
  }

  @Benchmark
  public int empty() {
    return reader.read(entries, stride, RECORDS, null);
  }
}
