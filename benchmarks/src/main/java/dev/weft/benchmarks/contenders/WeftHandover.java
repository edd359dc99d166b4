package dev.weft.benchmarks.contenders;

import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.Sharing;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Weft's completion ring: a reservation and a write for each record, a read of up to a batch. */
final class WeftHandover implements Handover {
  private static final int STRIDE = 48;

  private final Notifier notifier;
  private final CompletionWriter writer;
  private final CompletionReader reader;
  private final Readiness anything;
  private final MemorySegment batch = Arena.ofAuto().allocate((long) BATCH * STRIDE);
  private long sum;

  WeftHandover(Sharing sharing, boolean sleeps) {
    notifier = sleeps ? new Notifier() : null;
    CompletionRing ring = new CompletionRing(CAPACITY, sharing, notifier);
    writer = ring.writer();
    reader = ring.reader();
    anything = () -> !reader.isEmpty();
  }

  @Override
  public boolean send(long value) {
    if (!writer.reserve(1)) {
      return false;
    }
    writer.write(value, value, value, value, value, value, value);
    return true;
  }

  @Override
  public int receive() {
    int n = reader.read(batch, STRIDE, BATCH, null);
    for (int entry = 0; entry < n; entry++) {
      long offset = (long) entry * STRIDE;
      for (int word = 0; word < STRIDE; word += 8) {
        sum += batch.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + word);
      }
    }
    return Math.max(n, 0);
  }

  @Override
  public long sum() {
    return sum;
  }

  @Override
  public void idle() {
    if (notifier != null) {
      notifier.await(anything, Deadline.FOREVER);
    }
  }
}
