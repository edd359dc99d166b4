package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.ParentDomainInit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue writes to memory of an allocator on any thread, so other memory is refused. */
class AllocatorMemoryTest {
  private final VerbsContext context = new Opened().context;
  private final ProtectionDomain domain = context.allocPd();
  private final List<MemorySegment> lent = new ArrayList<>();
  private final Arena confined = Arena.ofConfined();
  private SegmentAllocator kind = Arena.ofAuto();
  private final ParentDomain parent =
      context.allocParentDomain(ParentDomainInit.of(domain, null).with(new Lending(), null));

  private final class Lending implements QueueAllocator {
    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      lent.add(kind.allocate(size, alignment));
      return lent.getLast();
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
      lent.remove(memory);
    }
  }

  @AfterEach
  void close() {
    assertEquals(List.of(), lent);
    parent.close();
    domain.close();
    context.close();
    confined.close();
  }

  private static MemorySegment readOnly(long size, long alignment) {
    return Arena.ofAuto().allocate(size, alignment).asReadOnly();
  }

  private static MemorySegment closed(long size, long alignment) {
    try (Arena arena = Arena.ofShared()) {
      return arena.allocate(size, alignment);
    }
  }

  private ExtendedCompletionQueue queue() {
    return context.createCqEx(CompletionQueueInit.builder(2).parentDomain(parent).build());
  }

  private void refused(SegmentAllocator of, String reason) {
    kind = of;
    String text = assertThrows(IllegalArgumentException.class, this::queue).getMessage();
    assertTrue(text.contains("memory=") && text.contains(reason), text);
  }

  @Test
  void shouldRefuseMemoryThatNotAllThreadsMayWrite() {
    refused(confined, "is confined to one thread, allowed");
    refused(AllocatorMemoryTest::readOnly, "is read-only, allowed");
    refused(AllocatorMemoryTest::closed, "is closed, allowed");
    refused((size, _) -> MemorySegment.ofArray(new byte[(int) size]), "lies on the heap, allowed");
  }

  @Test
  void shouldRefuseSuchMemoryWhenResized() {
    try (ExtendedCompletionQueue queue = queue()) {
      kind = confined;
      int before = queue.cqe();
      assertThrows(IllegalArgumentException.class, () -> queue.resize(1000));
      assertEquals(before, queue.cqe());
    }
  }
}
