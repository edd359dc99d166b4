package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Entries mirrored in memory of an allocator have the same bytes as a poll stores. */
class MirroredEntriesTest {

  /** An allocator that succeeds a given number of times. */
  private static final class Giving implements QueueAllocator {
    private final List<MemorySegment> given = new ArrayList<>();
    private final List<MemorySegment> freed = new ArrayList<>();
    private int left;

    Giving(int times) {
      left = times;
    }

    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      if (left-- == 0) {
        return null;
      }
      given.add(Arena.ofAuto().allocate(size, alignment));
      return given.getLast();
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
      freed.add(memory);
    }
  }

  @Test
  void shouldWriteWhatAPollGives() {
    Giving allocator = new Giving(1);
    try (VerbsContext context = Devices.named("loopback0").open();
        ProtectionDomain domain = context.allocPd();
        ParentDomain parent =
            context.allocParentDomain(ParentDomainInit.of(domain, null).with(allocator, null));
        ExtendedCompletionQueue queue =
            context.createCqEx(CompletionQueueInit.builder(2).parentDomain(parent).build())) {
      WorkCompletionBatch polled = WorkCompletionBatch.allocate(Arena.ofAuto(), 3);
      WorkCompletionBatch written = WorkCompletionBatch.over(allocator.given.getFirst());
      assertEquals(2, written.capacity());
      for (int number = 0; number < 3; number++) {
        assertTrue(((SoftwareCompletionQueue) queue).sink().add(completion(number)));
        assertEquals(1, queue.poll(polled, 1));
        assertEquals(polled.describe(0), written.describe(number % 2));
        assertEquals(polled.pkeyIndex(0), written.pkeyIndex(number % 2));
        assertEquals(polled.slid(0), written.slid(number % 2));
        assertEquals(polled.sl(0), written.sl(number % 2));
        assertEquals(polled.dlidPathBits(0), written.dlidPathBits(number % 2));
        assertEquals(polled.immData(0), written.immData(number % 2));
      }
      assertEquals(List.of(), allocator.freed);
    }
    assertEquals(allocator.given, allocator.freed);
  }

  private static WorkCompletion completion(int number) {
    WorkCompletion completion = new WorkCompletion().reset();
    completion.wrId = -number;
    completion.opcode = 128;
    completion.byteLength = 0x8000_0000;
    completion.immediateOrKey = 0xDEADBEEF;
    completion.queuePair = 0x123456;
    completion.origin = WorkCompletion.origin(1, 0x10 + number, 2, 3);
    completion.flags = 3;
    return completion;
  }

  @Test
  void shouldStayAsItIsWhenNoMemoryIsGivenForMore() {
    Giving allocator = new Giving(1);
    try (VerbsContext context = Devices.named("loopback0").open();
        ProtectionDomain domain = context.allocPd();
        ParentDomain parent =
            context.allocParentDomain(ParentDomainInit.of(domain, null).with(allocator, null));
        ExtendedCompletionQueue queue =
            context.createCqEx(CompletionQueueInit.builder(2).parentDomain(parent).build())) {
      int before = queue.cqe();
      assertEquals(VerbsErrno.ENOMEM, queue.resize(1000));
      assertEquals(before, queue.cqe());
      assertEquals(List.of(), allocator.freed);
    }
    assertEquals(1, allocator.freed.size());
  }
}
