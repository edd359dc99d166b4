package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Operation;
import dev.weft.cli.perf.port.Port;
import dev.weft.cli.workload.CompletionLedger;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Posts and measures one-sided operations, a window at a time. Operation n uses buffer n modulo the
 * number of buffers, here and at the target, after the buffer's last operation has completed. The
 * target waits meanwhile.
 *
 * <pre>
 *   initiator                              target
 *     | ------ round of n operations -------> |   checks the results of the last round,
 *     | &lt;-------------- ready -------------- |   prepares the data of this round
 *     |   the clock starts                    |
 *     | ====== operations ===================&gt; |
 *     |   the clock stops with the n-th       |
 *     |   checks the returned data           |
 * </pre>
 */
abstract class Initiator {
  private static final int SMALL = 4096;
  private static final int TIMED_OF_SMALL = 64;
  private static final int TIMED_OF_LARGE = 16;

  final Port port;
  final Measurements measurements;
  private final int size;
  private final int slots;
  private final int timedOneOf;

  private Initiator(TestCase row, Port port, Measurements measurements) {
    this.port = port;
    this.measurements = measurements;
    this.size = row.size();
    this.slots = row.slots();
    this.timedOneOf = row.size() < SMALL ? TIMED_OF_SMALL : TIMED_OF_LARGE;
  }

  /** Makes the initiator of a row. */
  static Initiator of(TestCase row, Port port, Payload payload, Measurements measurements) {
    return switch (row.test()) {
      case WRITE -> new Writer(row, port, payload, measurements);
      case READ -> new Reader(row, port, payload, measurements);
      case FETCH_ADD -> new Changer(Operation.FETCH_ADD, row, port, measurements);
      case COMPARE_SWAP -> new Changer(Operation.COMPARE_SWAP, row, port, measurements);
      default -> throw new IllegalArgumentException("test=" + row.test());
    };
  }

  /** Posts the operation with this number. */
  abstract void post(long number, int slot);

  /** Checks the result of the operation with this number, outside of the measured time. */
  void check(long number) {}

  /** Runs these rounds. */
  void run(Rounds rounds) {
    for (long count = rounds.next(); count > 0; count = rounds.next()) {
      port.signal(count);
      port.awaitSignal();
      round(count);
    }
    port.signal(0);
    port.finish();
  }

  private void round(long count) {
    CompletionLedger operations = port.ledger(Port.REMOTE);
    long first = operations.next();
    long start = System.nanoTime();
    for (long number = first; number < first + count; number++) {
      postNext(operations, number);
    }
    port.awaitAll(Port.REMOTE);
    measurements.took(System.nanoTime() - start);
    measurements.arrived(count, count * size);
    for (long number = Math.max(first, first + count - slots); number < first + count; number++) {
      check(number);
    }
  }

  private void postNext(CompletionLedger operations, long number) {
    while (operations.isUnderWay(number - slots)) {
      port.await();
    }
    if (number % timedOneOf == 0) {
      postTimed(number);
    } else {
      post(number, slot(number));
    }
  }

  /** Posts an operation alone and waits for its completion. */
  private void postTimed(long number) {
    port.awaitAll(Port.REMOTE);
    long start = System.nanoTime();
    post(number, slot(number));
    port.awaitAll(Port.REMOTE);
    measurements.latency(System.nanoTime() - start);
  }

  final int slot(long number) {
    return (int) (number % slots);
  }

  /** The target's window has one buffer more than this end, so that each write differs. */
  private static final class Writer extends Initiator {
    private final Payload payload;
    private final MemorySegment[] buffers;
    private final long stride;

    Writer(TestCase row, Port port, Payload payload, Measurements measurements) {
      super(row, port, measurements);
      this.payload = payload;
      this.buffers = port.buffers(row.slots(), row.size());
      this.stride = Port.stride(row.size());
      for (int slot = 0; slot < buffers.length; slot++) {
        payload.prepare(buffers[slot], slot);
      }
    }

    @Override
    void post(long number, int slot) {
      payload.stamp(buffers[slot], number);
      long there = number % (buffers.length + 1);
      port.post(Operation.WRITE, buffers[slot], payload.length(number), there * stride);
    }
  }

  /** This end has one buffer more than the target's window. */
  private static final class Reader extends Initiator {
    private final Payload payload;
    private final MemorySegment[] buffers;
    private final long stride;

    Reader(TestCase row, Port port, Payload payload, Measurements measurements) {
      super(row, port, measurements);
      this.payload = payload;
      this.buffers = port.buffers(row.slots() + 1, row.size());
      this.stride = Port.stride(row.size());
    }

    @Override
    void post(long number, int slot) {
      port.post(Operation.READ, bufferOf(number), payload.length(number), slot * stride);
    }

    private MemorySegment bufferOf(long number) {
      return buffers[(int) (number % buffers.length)];
    }

    @Override
    void check(long number) {
      measurements.checked(payload.matches(bufferOf(number), payload.length(number), number));
    }
  }

  /** Word i counts the operations of slot i; each operation returns the previous count. */
  private static final class Changer extends Initiator {
    private final Operation operation;
    private final MemorySegment[] results;
    private final long stride = Port.stride(Long.BYTES);

    Changer(Operation operation, TestCase row, Port port, Measurements measurements) {
      super(row, port, measurements);
      this.operation = operation;
      results = port.buffers(row.slots(), Long.BYTES);
      port.onEnd(this::ended);
    }

    @Override
    void post(long number, int slot) {
      long before = number / results.length;
      port.post(operation, results[slot], Long.BYTES, slot * stride, before);
    }

    private void ended(long number) {
      long before = results[slot(number)].get(ValueLayout.JAVA_LONG, 0);
      measurements.checked(before == number / results.length);
    }
  }
}
