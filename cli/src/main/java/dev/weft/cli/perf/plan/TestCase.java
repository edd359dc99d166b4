package dev.weft.cli.perf.plan;

import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;

/**
 * One row of the table: the parameters that both ends must know.
 *
 * @param fabric name of the provider, or of a device
 * @param size of a message, in bytes
 * @param slots maximum number of messages in flight
 * @param pinned whether the thread of each end stays on a processor of its own
 * @param memory what memory the messages are in
 * @param duration of the measurement
 * @param patience how long completions may be missing
 * @param fileBytes the length of the file that {@link PerfTest#FILE} sends, else 0
 */
public record TestCase(
    String fabric,
    PerfTest test,
    int size,
    int slots,
    WaitMode waitMode,
    boolean pinned,
    Threading threading,
    BufferMemory memory,
    Duration duration,
    Duration patience,
    long fileBytes) {
  /** Number of send buffers and of receive buffers at each end of a ping-pong. */
  public static final int SLOTS_OF_PING_PONG = 3;

  private static final int MAX_SLOTS = 256;
  private static final int FEWEST_SLOTS = 4;
  private static final long BUFFER_BYTES = 4L << 20;

  /** Operations besides messages that may be in flight. */
  public static final int SPARE = 16;

  /**
   * A row of a plan.
   *
   * @param operations how many sends, and how many receives, one end may post; 0 for no limit
   */
  public static TestCase of(PerfPlan plan, long operations, PerfTest test, int size) {
    return new TestCase(
        plan.fabric(),
        test,
        size,
        test.isPingPong() ? SLOTS_OF_PING_PONG : slots(operations, size),
        plan.waitMode(),
        plan.pinned(),
        plan.threading(),
        plan.memory(),
        plan.duration(),
        plan.patience(),
        test == PerfTest.FILE ? PayloadFile.map(plan.payload()).byteSize() : 0);
  }

  /** As many as fit the caches, within the limit. */
  private static int slots(long operations, int size) {
    long fitting = Math.clamp(BUFFER_BYTES / Math.max(1, size), FEWEST_SLOTS, MAX_SLOTS);
    long allowed = operations > 0 ? operations - SPARE : fitting;
    return (int) Math.min(fitting, Math.max(FEWEST_SLOTS, allowed));
  }

  /** The same with another duration. */
  public TestCase lasting(Duration shorter) {
    return new TestCase(
        fabric, test, size, slots, waitMode, pinned, threading, memory, shorter, patience,
        fileBytes);
  }

  /** The attributes required of the fabric. */
  public FabricInfo hints() {
    return FabricOffers.hints(fabric, threading, test.capabilities());
  }

  /** Whether messages are checked between bursts, outside of the measured time. */
  public boolean checksLater() {
    return test == PerfTest.BANDWIDTH || test == PerfTest.FILE;
  }

  public void write(DataOutput out) throws IOException {
    out.writeUTF(fabric);
    out.writeUTF(test.key());
    out.writeInt(size);
    out.writeInt(slots);
    out.writeUTF(waitMode.key());
    out.writeBoolean(pinned);
    out.writeUTF(threading.name());
    out.writeUTF(memory.key());
    out.writeLong(duration.toNanos());
    out.writeLong(patience.toNanos());
    out.writeLong(fileBytes);
  }

  public static TestCase read(DataInput in) throws IOException {
    return new TestCase(
        in.readUTF(),
        PerfTest.parse(in.readUTF()),
        in.readInt(),
        in.readInt(),
        WaitMode.parse(in.readUTF()),
        in.readBoolean(),
        Threading.valueOf(in.readUTF()),
        BufferMemory.parse(in.readUTF()),
        Duration.ofNanos(in.readLong()),
        Duration.ofNanos(in.readLong()),
        in.readLong());
  }
}
