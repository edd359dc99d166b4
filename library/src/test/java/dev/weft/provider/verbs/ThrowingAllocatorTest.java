package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.ParentDomainInit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** An allocator whose {@code free} throws leaves no object that cannot be destroyed. */
class ThrowingAllocatorTest {
  private final VerbsContext context = new Opened().context;
  private final CompletionChannel channel = context.createCompletionChannel();
  private final ProtectionDomain domain = context.allocPd();
  private final ParentDomain parent =
      context.allocParentDomain(ParentDomainInit.of(domain, null).with(new Throwing(), null));
  private final ExtendedCompletionQueue queue =
      context.createCqEx(
          CompletionQueueInit.builder(2).channel(channel).parentDomain(parent).build());

  private static final class Throwing implements QueueAllocator {
    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      return Arena.ofAuto().allocate(size, alignment);
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
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
}
