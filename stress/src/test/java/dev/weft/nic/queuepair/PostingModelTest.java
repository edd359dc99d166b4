package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.stress.Models;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Model checks every interleaving of threads that post to a queue and ring its machine, and of
 * threads that ring it for other reasons.
 */
public class PostingModelTest {
  private final PostingTests.Machine machine = new PostingTests.Machine(8);

  /** Posts a request. */
  @Operation
  public void post() {
    machine.post(1);
  }

  /** Polls, or rings for a frame. */
  @Operation
  public void ring() {
    machine.ring();
  }

  /** After all threads: each request has completed, and the lock is free. */
  @Validate
  public void shouldLeaveNoRequest() {
    assertEquals(true, machine.queue.isEmpty());
    assertEquals(true, machine.lock.enterIfFree());
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(Models.programs(5))
        .invocationsPerIteration(200)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(PostingModelTest.class);
  }
}
