package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.RepeatedTest;

/** A send that its peer has completed is not flushed, although nobody has polled its queue yet. */
class DeliveredBeforeErrorTest {

  private static final class Side implements AutoCloseable {
    final VerbsContext context = Devices.named("shm0").onFabric("delivered").open();
    final CompletionQueue queue = context.createCq(16, null, null, 0);
    final ProtectionDomain domain = context.allocPd();
    final Arena arena = Arena.ofShared();
    final MemoryRegion region = domain.regMr(arena.allocate(64), RegionAccess.LOCAL_WRITE);
    final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
    final QueuePair pair =
        domain.createQp(QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());

    int completed() {
      while (queue.poll(batch, 1) == 0) {
        Thread.yield();
      }
      return batch.status(0);
    }

    @Override
    public void close() {
      pair.close();
      region.close();
      domain.close();
      queue.close();
      context.close();
      arena.close();
    }
  }

  @RepeatedTest(100)
  void shouldCompleteWhatWasDelivered() {
    try (Side sender = new Side();
        Side receiver = new Side()) {
      QueuePairTransitions.initialise(sender.pair, 0);
      QueuePairTransitions.initialise(receiver.pair, 0);
      Opened.connect(sender.pair, receiver.pair);
      receiver.pair.postRecv(new ReceiveWorkRequest().buffer(receiver.region, 0, 64));
      SendWorkRequest request = new SendWorkRequest().buffer(sender.region, 0, 16);
      sender.pair.postSend(request.flags(SendFlags.SIGNALED));
      assertEquals(CompletionStatus.SUCCESS, receiver.completed());
      receiver.pair.query(); // waits for a thread that has the acknowledgement still to send
      QueuePairTransitions.fail(sender.pair);
      assertEquals(CompletionStatus.SUCCESS, sender.completed());
    }
  }
}
