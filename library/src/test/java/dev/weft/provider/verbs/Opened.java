package dev.weft.provider.verbs;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Test fixture: an open device, with methods to complete work requests without a queue pair. */
final class Opened {
  final VerbsContext context = new LoopbackVerbsProvider().devices().getFirst().open();
  final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 64);
  private final WorkCompletion completion = new WorkCompletion();

  /** Moves two queue pairs from INIT to RTS, connected with each other. */
  static void connect(QueuePair one, QueuePair other) {
    QueuePairAddress here = QueuePairAddress.of(one);
    QueuePairAddress there = QueuePairAddress.of(other);
    QueuePairTransitions.connect(one, here, there);
    QueuePairTransitions.connect(other, there, here);
  }

  CompletionQueue queue(int cqe, Object cqContext, CompletionChannel channel) {
    return context.createCq(cqe, cqContext, channel, 0);
  }

  CompletionQueue queue(CompletionChannel channel) {
    return queue(16, null, channel);
  }

  ExtendedCompletionQueue extended(long fields) {
    return context.createCqEx(CompletionQueueInit.builder(16).wcFlags(fields).build());
  }

  synchronized boolean complete(CompletionQueue queue, long wrId, boolean solicited) {
    completion.reset().wrId = wrId;
    completion.solicited = solicited;
    return ((SoftwareCompletionQueue) queue).sink().add(completion);
  }

  boolean complete(CompletionQueue queue, long wrId) {
    return complete(queue, wrId, false);
  }

  List<Long> drain(CompletionQueue queue) {
    List<Long> drained = new ArrayList<>();
    int taken = queue.poll(batch, batch.capacity());
    while (taken > 0) {
      for (int i = 0; i < taken; i++) {
        drained.add(batch.wrId(i));
      }
      taken = queue.poll(batch, batch.capacity());
    }
    return drained;
  }
}
