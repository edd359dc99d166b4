package dev.weft.cli.perf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The end whose memory an {@link Initiator} reads, writes or changes. */
final class Target {
  private final PerfTest test;
  private final int slots;
  private final Side side;
  private final Payload payload;
  private final Tally tally;
  private final MemorySegment[] window;
  private long next;

  Target(Row row, Side side, Payload payload, Tally tally) {
    this.test = row.test();
    this.slots = row.slots();
    this.side = side;
    this.payload = payload;
    this.tally = tally;
    this.window = side.window(test == PerfTest.WRITE ? slots + 1 : slots, row.size());
    for (int slot = 0; test == PerfTest.READ && slot < slots; slot++) {
      payload.prepare(window[slot], slot);
    }
  }

  /** Until the initiator says that it is over. */
  void run() {
    long last = 0;
    for (long count = side.listen(); count > 0; count = side.listen()) {
      check(last);
      prepare(count);
      side.tell(0);
      last = count;
      next += count;
    }
    check(last);
    side.finish();
  }

  private void prepare(long count) {
    for (long number = next; test == PerfTest.READ && number < next + count; number++) {
      payload.stamp(window[(int) (number % slots)], number);
    }
  }

  /** What the last round has left, which ended before {@link #next}. */
  private void check(long count) {
    if (test == PerfTest.WRITE) {
      for (long number = next - count; number < next; number++) {
        MemorySegment buffer = window[(int) (number % window.length)];
        tally.checked(payload.matches(buffer, buffer.byteSize(), number));
      }
    } else if (test.isAtomic()) {
      for (int slot = 0; slot < slots; slot++) {
        long changes = (next - slot + slots - 1) / slots;
        tally.checked(window[slot].get(ValueLayout.JAVA_LONG, 0) == changes);
      }
    }
  }
}
