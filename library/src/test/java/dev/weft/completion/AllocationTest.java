package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reserving, completing, reading, and waiting for queued entries allocate nothing. */
@Tag("long")
class AllocationTest {
  private static final int ROUNDS = 20_000;

  @ParameterizedTest
  @EnumSource
  void shouldAllocateNothingInSteadyState(Sharing sharing) {
    Notifier notifier = new Notifier();
    CompletionRing ring = new CompletionRing(64, sharing, notifier);
    Readiness condition = () -> !ring.reader().isEmpty();
    Batch batch = new Batch(48, 16);
    assertEquals(
        0, SteadyAllocation.ofRounds(ROUNDS, () -> round(ring, batch, notifier, condition)));
  }

  private static void round(
      CompletionRing ring, Batch batch, Notifier notifier, Readiness condition) {
    ring.writer().reserve(16);
    for (int i = 0; i < 16; i++) {
      ring.writer().write(i, 2, 3, 4, 5, 6, 7);
    }
    notifier.await(condition, Deadline.FOREVER);
    batch.readFrom(ring);
    batch.readFrom(ring);
  }

  @Test
  void shouldAllocateNothingInWaitsForACounter() {
    CompletionCounter counter = new CompletionCounter(new Notifier(), false);
    assertEquals(
        0, SteadyAllocation.ofRounds(ROUNDS, () -> counter.await(0, Deadline.FOREVER, null)));
  }

  @Test
  void shouldSeeOneObjectInEachRound() {
    byte[][] kept = new byte[1][];
    long bytes = SteadyAllocation.ofRounds(ROUNDS, () -> kept[0] = new byte[1]);
    assertEquals(24L * ROUNDS, bytes);
  }
}
