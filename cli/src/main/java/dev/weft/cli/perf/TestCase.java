package dev.weft.cli.perf;

import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
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
record TestCase(
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
  private static final int MAX_SLOTS = 256;
  private static final int FEWEST_SLOTS = 4;
  private static final long BUFFER_BYTES = 4L << 20;

  /** Operations besides messages that may be in flight. */
  static final int SPARE = 16;

  /** A row of a plan, within the limits of its fabric or device. */
  static TestCase of(PerfPlan plan, TestFabric testFabric, PerfTest test, int size) {
    return new TestCase(
        plan.fabric(),
        test,
        size,
        test.isPingPong() ? PingPong.SLOTS : slots(testFabric, size),
        plan.waitMode(),
        plan.pinned(),
        plan.threading(),
        plan.memory(),
        plan.duration(),
        plan.patience(),
        test == PerfTest.FILE ? FilePayload.bytesOf(plan.payload()) : 0);
  }

  /** As many as fit the caches, within the limits of the fabric. */
  private static int slots(TestFabric testFabric, int size) {
    long fitting = Math.clamp(BUFFER_BYTES / Math.max(1, size), FEWEST_SLOTS, MAX_SLOTS);
    return (int) Math.min(fitting, limit(testFabric.transmits(), testFabric.receives()));
  }

  private static long limit(long transmit, long receive) {
    long known = Math.min(positive(transmit), positive(receive));
    return Math.max(FEWEST_SLOTS, known - SPARE);
  }

  private static long positive(long limit) {
    return limit > 0 ? limit : Long.MAX_VALUE;
  }

  /** The same with another duration. */
  TestCase lasting(Duration shorter) {
    return new TestCase(
        fabric, test, size, slots, waitMode, pinned, threading, memory, shorter, patience,
        fileBytes);
  }

  /** The attributes required of the fabric. */
  FabricInfo hints() {
    return hints(fabric, threading, test.capabilities());
  }

  /** The attributes required of a fabric to be measured, and these capabilities. */
  static FabricInfo hints(String fabric, Threading threading, long capabilities) {
    return FabricInfo.builder()
        .provider(TestFabric.provider(fabric))
        .capabilities(Capabilities.MSG | Capabilities.TAGGED | capabilities)
        .endpointType(EndpointType.RDM)
        .threading(threading)
        .build();
  }

  /** The rounds of the leading end; they begin now. */
  Rounds rounds() {
    return switch (test) {
      case PING_PONG, ONE_THREAD, STREAM, FETCH_ADD, COMPARE_SWAP -> Rounds.during(duration);
      case BANDWIDTH, WRITE, READ -> Rounds.bursts(duration, slots);
      case FILE -> Rounds.exactly((fileBytes + size - 1) / size, slots);
    };
  }

  /** Whether messages are checked between bursts, outside of the measured time. */
  boolean checksLater() {
    return test == PerfTest.BANDWIDTH || test == PerfTest.FILE;
  }

  void write(DataOutput out) throws IOException {
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

  static TestCase read(DataInput in) throws IOException {
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
