package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import java.util.List;

/** Faults of blocking reads, in queues that implement the wait themselves. */
final class SleepFaults {

  private static final long FOR_EVER = 3_600_000;

  private SleepFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofQueue("sleeps at timeout 0", "CQ-033", h -> new Sleeper(h, Habit.SLEEPS_AT_ZERO)),
        Fault.ofQueue("waits before it looks", "CQ-035", h -> new Sleeper(h, Habit.WAITS_FIRST)),
        Fault.ofQueue("waits to fill count", "CQ-036", h -> new Sleeper(h, Habit.FILLS)),
        Fault.ofQueue("restarts the clock", "CQ-038", h -> new Sleeper(h, Habit.RESTARTS)),
        Fault.ofQueue("loses a wake-up", "CQ-040", h -> new Sleeper(h, Habit.LISTENS)),
        Fault.ofQueue("hangs on a high threshold", "CQ-045", h -> new Sleeper(h, Habit.PROMISES)),
        Fault.ofQueue("ends at any wake-up", "CQ-038", h -> new Sleeper(h, Habit.ENDS_EARLY)));
  }

  private enum Habit {
    SLEEPS_AT_ZERO,
    WAITS_FIRST,
    FILLS,
    RESTARTS,
    LISTENS,
    PROMISES,
    ENDS_EARLY
  }

  /** Waits for posts; {@link Posts} may lose wake-ups. */
  private static final class Sleeper extends QueueDecorator {
    private final Habit habit;

    Sleeper(CompletionQueue honest, Habit habit) {
      super(honest);
      this.habit = habit;
    }

    @Override
    public int sread(CompletionBatch batch, int count, long condition, int timeoutMillis) {
      long timeout = timeoutMillis < 0 ? FOR_EVER : timeoutMillis;
      pauseBefore(timeout);
      long deadline = System.nanoTime() + timeout * 1_000_000;
      while (true) {
        long seen = Posts.count();
        int returned = holdsOut(count, condition) ? -Errno.EAGAIN : super.read(batch, count);
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (returned != -Errno.EAGAIN || left <= 0) {
          return returned;
        }
        Posts.sleepWhile(seen, left);
        if (Posts.count() != seen) {
          if (habit == Habit.ENDS_EARLY) {
            return super.read(batch, count);
          }
          deadline = habit == Habit.RESTARTS ? System.nanoTime() + timeout * 1_000_000 : deadline;
        }
      }
    }

    private void pauseBefore(long timeout) {
      if (habit == Habit.SLEEPS_AT_ZERO && timeout == 0) {
        Posts.sleepWhile(Posts.count(), 1);
      } else if (habit == Habit.WAITS_FIRST) {
        Posts.sleepWhile(Posts.count(), Math.min(timeout, 2_000));
      }
    }

    /** Whether the read waits for more than one entry, which this fault never finds. */
    private boolean holdsOut(int count, long condition) {
      return (habit == Habit.FILLS && count > 1) || (habit == Habit.PROMISES && condition > 1);
    }
  }
}
