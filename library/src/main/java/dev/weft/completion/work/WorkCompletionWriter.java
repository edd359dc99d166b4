package dev.weft.completion.work;

import static dev.weft.completion.CompletionLayout.SUCCESS;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;
import dev.weft.completion.RingHalf;

/**
 * The producer half of a {@link WorkCompletionQueue}: fills reserved slots of its ring with work
 * completions. The caller holds the writing lock.
 */
final class WorkCompletionWriter {

  private WorkCompletionWriter() {}

  /**
   * Fills one reserved slot with a work completion, successful or not. Details that only {@code
   * fi_cq_readerr(3)} reports go into the error lane, which is open.
   */
  static void write(
      CompletionWriter ring, WorkCompletion completion, CompletionFailure detailsOrNull) {
    ring.stampTime();
    long position = ring.claim();
    int slot = ring.slotOf(position);
    ring.errors.putIfAny(ring.index(position), detailsOrNull); // a poll leaves earlier ones
    WorkCompletionLayout.store(completion, ring.slots, slot);
    if (completion.status != SUCCESS) {
      ring.countFailure();
    }
    ring.publish(slot, RingHalf.stamp(position) | WorkCompletionLayout.stampDetails(completion));
  }
}
