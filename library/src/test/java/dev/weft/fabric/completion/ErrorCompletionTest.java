package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** The layout of {@code fi_cq_err_entry} and the rules of error data, ER-015 to ER-019. */
class ErrorCompletionTest {

  private static final byte[] FIVE = {1, 2, 3, 4, 5};

  private final Arena arena = Arena.ofAuto();
  private final ErrorCompletion error = ErrorCompletion.allocate(arena);

  @Test
  void shouldReadEveryFieldWhereCHasIt() {
    MemorySegment struct = error.segment();
    assertEquals(88, struct.byteSize());
    for (long offset = 0; offset < 88; offset += 8) {
      struct.set(JAVA_LONG, offset, 1000 + offset);
    }
    struct.set(JAVA_INT, 56, 265);
    struct.set(JAVA_INT, 60, -265);
    assertEquals(1000, error.context());
    assertEquals(1008, error.flags());
    assertEquals(1016, error.length());
    assertEquals(1024, error.buffer());
    assertEquals(1032, error.data());
    assertEquals(1040, error.tag());
    assertEquals(1048, error.overflowLength());
    assertEquals(265, error.error());
    assertEquals(-265, error.providerError());
    assertEquals(1072, error.errorDataSize());
    assertEquals(1080, error.source());
  }

  @Test
  void shouldWriteWhatItReads() {
    error.context(1).flags(2).length(3).buffer(4).data(5).tag(6).overflowLength(7);
    error.error(Errno.ECANCELED, -8).source(9);
    MemorySegment struct = error.segment();
    for (int field = 0; field < 7; field++) {
      assertEquals(field + 1, struct.get(JAVA_LONG, field * 8L));
    }
    assertEquals(125, struct.get(JAVA_INT, 56));
    assertEquals(-8, struct.get(JAVA_INT, 60));
    assertEquals(9, struct.get(JAVA_LONG, 80));
  }

  /** ER-014, ER-019: nothing of the last error stays, the source starts as NOTAVAIL. */
  @Test
  void shouldForgetEverythingOnReset() {
    error.context(1).tag(6).error(Errno.EIO, 5).source(9).storeErrorData(segment(FIVE));
    error.reset();
    assertEquals(0, error.context());
    assertEquals(0, error.tag());
    assertEquals(0, error.error());
    assertEquals(FabricAddress.NOTAVAIL, error.source());
    assertEquals(0, error.errorDataSize());
    assertEquals(0, error.errorData().byteSize());
  }

  /** ER-017: what was handed out does not change, whatever happens to the provider's memory. */
  @Test
  void shouldKeepACopyOfErrorData() {
    MemorySegment provider = segment(FIVE);
    error.reset().storeErrorData(provider);
    MemorySegment handedOut = error.errorData();
    provider.fill((byte) 9);
    error.reset().storeErrorData(provider);
    assertArrayEquals(FIVE, handedOut.toArray(JAVA_BYTE));
    assertThrows(IllegalArgumentException.class, () -> handedOut.set(JAVA_BYTE, 0, (byte) 0));
  }

  /** ER-016: in-size, out-size, pointer unchanged; buffers too small and large enough. */
  @Test
  void shouldFillTheCallersBuffer() {
    for (int room : new int[] {1, 4, 5, 8}) {
      MemorySegment buffer = arena.allocate(room);
      error.errorDataBuffer(buffer).reset();
      assertEquals(room, error.errorDataSize());
      error.storeErrorData(segment(FIVE));
      int copied = Math.min(room, FIVE.length);
      assertEquals(copied, error.errorDataSize());
      assertEquals(buffer.address(), error.segment().get(JAVA_LONG, 64));
      assertEquals(copied, error.errorData().byteSize());
      assertEquals(-1, buffer.asSlice(0, copied).mismatch(segment(FIVE).asSlice(0, copied)));
    }
  }

  @Test
  void shouldReportNoErrorDataWhenThereIsNone() {
    error.errorDataBuffer(arena.allocate(8)).reset().storeErrorData(MemorySegment.NULL);
    assertEquals(0, error.errorDataSize());
    error.errorDataBuffer(MemorySegment.NULL).reset().storeErrorData(MemorySegment.NULL);
    assertEquals(0, error.errorDataSize());
  }

  @Test
  void shouldAllocateNothingWithoutErrorData() {
    Runnable fill =
        () -> error.reset().context(1).error(Errno.EIO, 5).storeErrorData(MemorySegment.NULL);
    assertEquals(0, SteadyAllocation.ofRounds(20_000, fill));
  }

  @Test
  void shouldRefuseHeapMemoryForErrorData() {
    assertThrows(IllegalArgumentException.class, () -> error.errorDataBuffer(segment(FIVE)));
  }

  @Test
  void shouldSayWhatFailed() {
    error.context(0x10).flags(CompletionFlags.RECV).error(Errno.ETRUNC, -Errno.ETRUNC);
    error.length(8).overflowLength(92);
    assertTrue(error.toString().contains("FI_ETRUNC 265: Truncation error, context=0x10"));
    assertTrue(error.toString().contains("length=8+92"));
  }

  private static MemorySegment segment(byte[] bytes) {
    return MemorySegment.ofArray(bytes.clone());
  }
}
