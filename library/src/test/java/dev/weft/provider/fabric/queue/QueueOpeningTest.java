package dev.weft.provider.fabric.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletionOwner;
import dev.weft.completion.work.WorkCompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.verbs.Devices;
import org.junit.jupiter.api.Test;

class QueueOpeningTest {
  /** A verbs queue whose memory runs out when it is shared. */
  private static final class Exhausted implements WorkCompletionOwner {
    private final WorkCompletionQueue queue;
    private int calls;

    Exhausted(WorkCompletionOwner owner) {
      this.queue = owner.workCompletions();
    }

    @Override
    public WorkCompletionQueue workCompletions() {
      calls++;
      if (calls > 1) { // the first call checks the arguments
        throw new OutOfMemoryError("on purpose");
      }
      return queue;
    }
  }

  @Test
  void shouldDependOnNothingAfterItFailed() {
    var info = Fabrics.getInfo().getFirst();
    try (var context = Devices.list().getFirst().open();
        var verbs = context.createCq(16, null, null, 0);
        var fabric = Fabrics.open(info)) {
      var set = fabric.openWaitSet(WaitSetAttributes.defaults());
      var domain = fabric.openDomain(info);
      var attributes =
          CompletionQueueAttributes.builder()
              .flags(CompletionQueueAttributes.PEER)
              .format(CompletionFormat.CONTEXT)
              .waitObject(WaitObject.SET)
              .waitSet(set)
              .build();
      Exhausted exhausted = new Exhausted((WorkCompletionOwner) verbs);
      assertThrows(OutOfMemoryError.class, () -> domain.openCompletionQueue(attributes, exhausted));
      domain.close();
      set.close();
      assertTrue(domain.isClosed() && set.isClosed());
    }
  }

  @Test
  void shouldSayWhichContextASharedQueueNeeds() {
    var info = Fabrics.getInfo().getFirst();
    var attributes =
        CompletionQueueAttributes.builder().flags(CompletionQueueAttributes.PEER).build();
    try (var fabric = Fabrics.open(info);
        var domain = fabric.openDomain(info)) {
      var refused =
          assertThrows(FabricException.class, () -> domain.openCompletionQueue(attributes, "mine"));
      assertEquals(Errno.EINVAL, refused.errno());
      String message = refused.getMessage();
      assertTrue(message.contains("flags=FI_PEER, context=mine. Pass a queue of"), message);
    }
  }
}
