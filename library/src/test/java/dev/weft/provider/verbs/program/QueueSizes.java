package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.VerbsErrno;

/** Resizes completion queues (VC-14 to VC-17). */
final class QueueSizes {
  private final Settling settling;

  QueueSizes(Settling settling) {
    this.settling = settling;
  }

  /** To a size that has room for all that is under way, or to one that no queue can have. */
  void resize(Queue queue, Step.Resize step) {
    int before = queue.real.cqe();
    int most = queue.real.verbs().queryDevice().maxCqe();
    int entries =
        switch (step.entries() % 10) {
          case 0 -> 0;
          case 1 -> most + 1;
          default -> Math.max(1, settling.pending(queue)) + step.entries() / 10;
        };
    int errno = queue.shown.resize(entries);
    if (entries == 0 || entries > most) {
      assertEquals(VerbsErrno.EINVAL, errno, "ibv_resize_cq");
      assertEquals(before, queue.real.cqe(), "cqe");
    } else {
      assertEquals(0, errno, "ibv_resize_cq");
      assertTrue(queue.real.cqe() >= entries, "cqe");
    }
  }
}
