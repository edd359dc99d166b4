package dev.weft.cli.perf.traffic;

import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.port.Port;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The end whose memory an {@link Initiator} reads, writes or changes. */
final class RmaTarget {
  private final PerfTest test;
  private final int slots;
  private final Port port;
  private final Payload payload;
  private final Measurements measurements;
  private final MemorySegment[] window;
  private long next;

  RmaTarget(TestCase row, Port port, Payload payload, Measurements measurements) {
    this.test = row.test();
    this.slots = row.slots();
    this.port = port;
    this.payload = payload;
    this.measurements = measurements;
    this.window = port.window(test == PerfTest.WRITE ? slots + 1 : slots, row.size());
    for (int slot = 0; test == PerfTest.READ && slot < slots; slot++) {
      payload.prepare(window[slot], slot);
    }
  }

  /** Runs until the initiator is done. */
  void run() {
    long last = 0;
    for (long count = port.awaitSignal(); count > 0; count = port.awaitSignal()) {
      check(last);
      prepare(count);
      port.signal(0);
      last = count;
      next += count;
    }
    check(last);
    port.finish();
  }

  private void prepare(long count) {
    for (long number = next; test == PerfTest.READ && number < next + count; number++) {
      payload.stamp(window[(int) (number % slots)], number);
    }
  }

  /** Checks the results of the last round, which ended before {@link #next}. */
  private void check(long count) {
    if (test == PerfTest.WRITE) {
      for (long number = next - count; number < next; number++) {
        MemorySegment buffer = window[(int) (number % window.length)];
        measurements.checked(payload.matches(buffer, buffer.byteSize(), number));
      }
    } else if (test.isAtomic()) {
      for (int slot = 0; slot < slots; slot++) {
        long changes = (next - slot + slots - 1) / slots;
        measurements.checked(window[slot].get(ValueLayout.JAVA_LONG, 0) == changes);
      }
    }
  }
}
