package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An allocator whose {@code free} throws leaves no object that cannot be destroyed. */
class ThrowingAllocatorTest {
  private final Throwing allocator = new Throwing();
  private final VerbsContext context = new Opened().context;
  private final CompletionChannel channel = context.createCompletionChannel();
  private final ProtectionDomain domain = context.allocPd();
  private final ParentDomain parent =
      context.allocParentDomain(ParentDomainInit.of(domain, null).with(allocator, null));
  private final ExtendedCompletionQueue queue =
      context.createCqEx(
          CompletionQueueInit.builder(2).channel(channel).parentDomain(parent).build());

  private static final class Throwing implements QueueAllocator {
    private final Map<MemorySegment, Arena> open = new HashMap<>();

    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      Arena arena = Arena.ofShared();
      MemorySegment memory = arena.allocate(size, alignment);
      open.put(memory, arena);
      return memory;
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
      open.remove(memory).close();
      throw new UnsupportedOperationException("of the test");
    }
  }

  @Test
  void shouldLetGoOfAllThatADestroyedQueueUsed() {
    assertThrows(UnsupportedOperationException.class, queue::close);
    assertTrue(queue.isClosed());
    queue.close();
    channel.close();
    parent.close();
    domain.close();
    context.close();
    assertTrue(context.isClosed());
  }

  @Test
  void shouldWriteNoMoreToMemoryThatItHasFreed() {
    assertThrows(UnsupportedOperationException.class, () -> queue.resize(1000));
    assertTrue(queue.cqe() >= 1000);
    WorkCompletion completion = new WorkCompletion().reset();
    completion.wrId = 7;
    assertTrue(((SoftwareCompletionQueue) queue).sink().add(completion));
    MemorySegment larger = allocator.open.keySet().iterator().next();
    assertEquals(7, WorkCompletionBatch.over(larger).wrId(0));
    assertThrows(UnsupportedOperationException.class, queue::close);
    assertEquals(Map.of(), allocator.open);
  }
}
