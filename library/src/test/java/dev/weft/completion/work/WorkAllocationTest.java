package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Adding, reading, polling and arming allocate nothing. */
@Tag("long")
class WorkAllocationTest {
  private static final int ROUNDS = 20_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAllocateNothingForWorkCompletions(boolean timed) {
    WorkQueueFixture on =
        new WorkQueueFixture(64, new WorkCompletionOptions(false, false, timed, timed));
    assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, () -> workRound(on)));
  }

  private static void workRound(WorkQueueFixture on) {
    for (int i = 0; i < 32; i++) {
      on.add(i);
    }
    on.reader.start();
    for (int i = 0; i < 16; i++) {
      on.reader.next();
    }
    on.reader.end();
    on.reader.poll(on.structs, 16);
    on.queue.arm(true);
  }
}
