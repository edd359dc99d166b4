package dev.weft.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The batch against {@code struct ibv_wc} as a C compiler lays it out. */
class WorkCompletionBatchTest {
  private static final int SIZE_IN_C = 48;

  @Test
  void shouldReadEveryFieldWhereCWritesIt() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(2 * SIZE_IN_C, 8);
      for (long at = SIZE_IN_C; at < 2 * SIZE_IN_C; at++) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (0x80 + at - SIZE_IN_C));
      }
      WorkCompletionBatch batch = WorkCompletionBatch.over(memory);
      assertEquals(2, batch.capacity());
      assertEquals(0x8786858483828180L, batch.wrId(1));
      assertEquals(0x8B8A8988, batch.status(1));
      assertEquals(0x8F8E8D8C, batch.opcode(1));
      assertEquals(0x93929190, batch.vendorErr(1));
      assertEquals(0x97969594, batch.byteLen(1));
      assertEquals(0x9B9A9998, batch.immData(1));
      assertEquals(0x9B9A9998, batch.invalidatedRkey(1));
      assertEquals(0x9F9E9D9C, batch.qpNum(1));
      assertEquals(0xA3A2A1A0, batch.srcQp(1));
      assertEquals(0xA7A6A5A4, batch.wcFlags(1));
      assertEquals(0xA9A8, batch.pkeyIndex(1));
      assertEquals(0xABAA, batch.slid(1));
      assertEquals(0xAC, batch.sl(1));
      assertEquals(0xAD, batch.dlidPathBits(1));
      assertEquals(0, batch.wrId(0));
    }
  }

  @Test
  void shouldStandWhereItIsToldTo() {
    try (Arena arena = Arena.ofConfined()) {
      assertEquals(3L * SIZE_IN_C, WorkCompletionBatch.allocate(arena, 3).segment().byteSize());
      assertEquals(0, WorkCompletionBatch.allocate(arena, 0).capacity());
      MemorySegment crooked = arena.allocate(64, 8).asSlice(4);
      assertThrows(IllegalArgumentException.class, () -> WorkCompletionBatch.over(crooked));
    }
    MemorySegment heap = MemorySegment.ofArray(new long[6]);
    assertThrows(IllegalArgumentException.class, () -> WorkCompletionBatch.over(heap));
  }

  @Test
  void shouldRefuseAnIndexThatIsNotThere() {
    try (Arena arena = Arena.ofConfined()) {
      WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 2);
      assertThrows(IndexOutOfBoundsException.class, () -> batch.status(2));
      assertThrows(IndexOutOfBoundsException.class, () -> batch.wrId(-1));
      assertTrue(batch.toString().contains("IBV_WC_SUCCESS"));
    }
  }
}
