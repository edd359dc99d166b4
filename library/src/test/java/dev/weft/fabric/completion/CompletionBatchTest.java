package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The layouts of {@code rdma/fi_eq.h}: CQ-010 (fields), CQ-011 (prefixes), CQ-012 (strides). */
class CompletionBatchTest {

  private static final int ENTRIES = 3;

  private final Arena arena = Arena.ofAuto();

  /** Memory as C would fill it: the long at byte b holds 1000 + b. */
  private MemorySegment filled(CompletionFormat format) {
    MemorySegment segment = arena.allocate((long) ENTRIES * format.stride(), 8);
    for (long offset = 0; offset < segment.byteSize(); offset += 8) {
      segment.set(JAVA_LONG, offset, 1000 + offset);
    }
    return segment;
  }

  @Test
  void shouldReadEveryFieldWhereCHasIt() {
    CompletionBatch batch =
        CompletionBatch.over(filled(CompletionFormat.TAGGED), CompletionFormat.TAGGED);
    for (int entry = 0; entry < ENTRIES; entry++) {
      long start = 1000 + 48L * entry;
      assertEquals(start, batch.context(entry));
      assertEquals(start + 8, batch.flags(entry));
      assertEquals(start + 16, batch.length(entry));
      assertEquals(start + 24, batch.buffer(entry));
      assertEquals(start + 32, batch.data(entry));
      assertEquals(start + 40, batch.tag(entry));
    }
  }

  @ParameterizedTest
  @CsvSource({"CONTEXT, 8", "MSG, 24", "DATA, 40", "TAGGED, 48"})
  void shouldUseTheStrideOfItsOwnFormat(CompletionFormat format, int stride) {
    CompletionBatch batch = CompletionBatch.over(filled(format), format);
    assertEquals(ENTRIES, batch.capacity());
    assertEquals(1000 + 2L * stride, batch.context(2));
    assertEquals(3L * stride, CompletionBatch.allocate(arena, format, 3).segment().byteSize());
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseFieldsThatTheFormatHasNot(CompletionFormat format) {
    CompletionBatch batch = CompletionBatch.allocate(arena, format, 1);
    int fields = format.stride() / 8;
    refusedUnless(fields > 1, () -> batch.flags(0));
    refusedUnless(fields > 2, () -> batch.length(0));
    refusedUnless(fields > 3, () -> batch.buffer(0));
    refusedUnless(fields > 4, () -> batch.data(0));
    refusedUnless(fields > 5, () -> batch.tag(0));
    assertEquals(0, batch.context(0));
  }

  private static void refusedUnless(boolean present, Runnable access) {
    if (present) {
      access.run();
    } else {
      assertThrows(IllegalStateException.class, access::run);
    }
  }

  @Test
  void shouldNameTheMissingFieldAndTheFormat() {
    CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.MSG, 1);
    var error = assertThrows(IllegalStateException.class, () -> batch.tag(0));
    assertEquals("field=tag, but format=MSG has only context, flags, length", error.getMessage());
  }

  @Test
  void shouldNameTheIndexAndTheCapacity() {
    CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.MSG, 4);
    var above = assertThrows(IndexOutOfBoundsException.class, () -> batch.context(4));
    assertEquals("index=4, allowed 0..3 (capacity=4)", above.getMessage());
    assertThrows(IndexOutOfBoundsException.class, () -> batch.length(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> batch.length(Integer.MIN_VALUE));
  }

  @Test
  void shouldTreatUnspecAsContext() {
    CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.UNSPEC, 2);
    assertSame(CompletionFormat.CONTEXT, batch.format());
  }

  @Test
  void shouldRefuseMemoryThatCCannotFill() {
    CompletionFormat format = CompletionFormat.MSG;
    MemorySegment heap = MemorySegment.ofArray(new long[8]);
    assertThrows(IllegalArgumentException.class, () -> CompletionBatch.over(heap, format));
    MemorySegment odd = arena.allocate(64, 8).asSlice(4);
    assertThrows(IllegalArgumentException.class, () -> CompletionBatch.over(odd, format));
    assertThrows(IllegalArgumentException.class, () -> CompletionBatch.over(null, format));
    assertThrows(IllegalArgumentException.class, () -> CompletionBatch.allocate(arena, format, -1));
  }

  @Test
  void shouldAllocateNothingWhenRead() {
    CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 2);
    AddressBatch sources = AddressBatch.allocate(arena, 2);
    long[] sum = new long[1];
    Runnable read =
        () -> {
          sum[0] += batch.context(0) + batch.flags(1) + batch.length(0);
          sum[0] += batch.buffer(1) + batch.data(0) + batch.tag(1) + sources.get(1);
        };
    assertEquals(0, SteadyAllocation.ofRounds(20_000, read));
  }

  @Test
  void shouldPrintItsEntries() {
    CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.MSG, 1);
    batch.segment().set(JAVA_LONG, 0, 0xABL);
    batch.segment().set(JAVA_LONG, 8, CompletionFlags.RECV | CompletionFlags.MSG);
    assertTrue(batch.toString().contains("context=0xab, flags=FI_MSG|FI_RECV, length=0x0"));
  }
}
