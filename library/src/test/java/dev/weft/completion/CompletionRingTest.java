package dev.weft.completion;

import static dev.weft.completion.CompletionReader.EMPTY;
import static dev.weft.completion.CompletionReader.FAILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionRingTest {
  private static CompletionRing ring(int capacity, Sharing sharing) {
    return new CompletionRing(capacity, sharing, null);
  }

  private static void write(CompletionRing ring, long context) {
    assertTrue(ring.writer().reserve(1));
    ring.writer().write(context, 2, 3, 4, 5, 6, 1000 + context);
  }

  private static void fail(CompletionRing ring, long context) {
    assertTrue(ring.writer().reserve(1));
    ring.writer().writeError(CompletionFailure.of(context, 2, 125).build());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,4", "64,64", "65,128", "1000,1024"})
  void shouldRoundCapacityUpToPowerOfTwo(int minimum, int capacity) {
    assertEquals(capacity, ring(minimum, Sharing.SINGLE).capacity());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 24) + 1, Integer.MAX_VALUE})
  void shouldNameArgumentValueAndRangeOfWrongCapacity(int minimum) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> ring(minimum, Sharing.SINGLE));
    assertEquals("minimumCapacity=" + minimum + ", allowed: 1 to 16777216", thrown.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void shouldAnswerEmptyAndTouchNothing(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    Batch batch = new Batch(48, 4);
    assertEquals(EMPTY, batch.readFrom(ring));
    assertTrue(batch.isUntouchedFrom(0));
    assertTrue(ring.reader().isEmpty());
    assertFalse(ring.reader().headIsError());
    assertNull(Batch.readError(ring));
    assertEquals(0, ring.reader().count(4));
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE,8",
    "SINGLE,24",
    "SINGLE,40",
    "SINGLE,48",
    "MULTI,8",
    "MULTI,24",
    "MULTI,40",
    "MULTI,48"
  })
  void shouldPackEntriesAtTheStrideOfTheFormat(Sharing sharing, int stride) {
    CompletionRing ring = ring(4, sharing);
    write(ring, 11);
    write(ring, 12);
    Batch batch = new Batch(stride, 4);
    assertEquals(2, batch.readFrom(ring));
    for (int entry = 0; entry < 2; entry++) {
      assertEquals(11 + entry, batch.context(entry));
      assertEquals(1011 + entry, batch.source(entry));
      for (int word = CompletionLayout.FLAGS; word < stride / Long.BYTES; word++) {
        assertEquals(1 + word, batch.word(entry, word));
      }
    }
    assertTrue(batch.isUntouchedFrom(2));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadAsPlainReadWithoutSources(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    write(ring, 1);
    Batch batch = new Batch(48, 1);
    assertEquals(1, ring.reader().read(batch.entries, 48, 1, null));
    assertEquals(1, batch.context(0));
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellContextAndFlagsOnlyOfWhatWasSent(Sharing sharing) {
    CompletionRing ring = ring(2, sharing);
    for (int lap = 0; lap < 2; lap++) {
      write(ring, 1);
    }
    assertEquals(2, new Batch(8, 2).readFrom(ring));
    assertTrue(ring.writer().reserve(1));
    ring.writer().writeSent(7, 8);
    Batch batch = new Batch(48, 1);
    assertEquals(1, batch.readFrom(ring));
    assertEquals(7, batch.context(0));
    assertEquals(8, batch.word(0, CompletionLayout.FLAGS));
    for (int word = CompletionLayout.LENGTH; word <= CompletionLayout.TAG; word++) {
      assertEquals(0, batch.word(0, word), "word " + word + " is of an earlier lap");
    }
    assertEquals(-1, batch.source(0));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnAtMostCountAndKeepTheRestInOrder(Sharing sharing) {
    CompletionRing ring = ring(8, sharing);
    for (int context = 1; context <= 5; context++) {
      write(ring, context);
    }
    int[] expected = {2, 2, 1};
    int next = 1;
    for (int n : expected) {
      Batch batch = new Batch(48, 2);
      assertEquals(n, batch.readFrom(ring));
      for (int entry = 0; entry < n; entry++) {
        assertEquals(next++, batch.context(entry));
      }
    }
    assertEquals(EMPTY, new Batch(48, 2).readFrom(ring));
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhetherThereIsAnythingWhenNothingIsAskedFor(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    CompletionReader reader = ring.reader();
    assertEquals(EMPTY, reader.read(null, 48, 0, null));
    write(ring, 1);
    assertEquals(0, reader.read(null, 48, 0, null));
    new Batch(48, 1).readFrom(ring);
    fail(ring, 2);
    assertEquals(0, reader.read(null, 48, 0, null));
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepFailuresInTheirPlace(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    write(ring, 1);
    write(ring, 2);
    fail(ring, 3);
    write(ring, 4);
    Batch batch = new Batch(48, 8);
    assertNull(Batch.readError(ring), "a success is at the head");
    assertEquals(2, batch.readFrom(ring));
    Batch untouched = new Batch(48, 8);
    for (int i = 0; i < 3; i++) {
      assertEquals(FAILED, untouched.readFrom(ring));
    }
    assertTrue(untouched.isUntouchedFrom(0));
    assertTrue(ring.reader().headIsError());
    assertEquals(3, Batch.readError(ring).context());
    assertNull(Batch.readError(ring));
    assertEquals(1, batch.readFrom(ring));
    assertEquals(4, batch.context(0));
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeFailuresOneByOneOverManyLaps(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    for (int context = 0; context < 100; context += 4) {
      for (int i = 0; i < 4; i++) {
        fail(ring, context + i);
      }
      for (int i = 0; i < 4; i++) {
        assertEquals(context + i, Batch.readError(ring).context());
      }
      assertNull(Batch.readError(ring));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldUseEverySlotAndRefuseTheReservationBeyond(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    CompletionWriter writer = ring.writer();
    assertFalse(writer.reserve(5));
    assertTrue(writer.reserve(3));
    assertFalse(writer.reserve(2));
    assertTrue(writer.reserve(1));
    assertFalse(writer.reserve(1));
    writer.release(1);
    assertTrue(writer.reserve(1));
    assertTrue(writer.reserve(0));
    for (int context = 0; context < 4; context++) {
      writer.writeSent(context, 0);
    }
    assertFalse(writer.reserve(1), "written, but not read");
    assertEquals(4, ring.reader().count(100));
    assertEquals(1, new Batch(8, 1).readFrom(ring));
    assertTrue(writer.reserve(1));
    assertFalse(writer.reserve(1));
  }

  @ParameterizedTest
  @EnumSource
  void shouldWorkWithOneSlot(Sharing sharing) {
    CompletionRing ring = ring(1, sharing);
    Batch batch = new Batch(48, 2);
    for (int context = 0; context < 10; context++) {
      write(ring, context);
      assertFalse(ring.writer().reserve(1));
      assertEquals(1, batch.readFrom(ring));
      assertEquals(context, batch.context(0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountPublishedEntriesUpToTheLimit(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    write(ring, 1);
    fail(ring, 2);
    write(ring, 3);
    assertEquals(0, ring.reader().count(0));
    assertEquals(2, ring.reader().count(2));
    assertEquals(3, ring.reader().count(100));
  }

  @ParameterizedTest
  @EnumSource
  void shouldSatisfyThresholdByCountOrByFailure(Sharing sharing) {
    CompletionRing ring = ring(4, sharing);
    CompletionReader reader = ring.reader();
    assertFalse(reader.satisfies(Long.MIN_VALUE));
    write(ring, 1);
    assertTrue(reader.satisfies(0));
    assertTrue(reader.satisfies(1));
    assertFalse(reader.satisfies(2));
    write(ring, 2);
    assertTrue(reader.satisfies(2));
    assertFalse(reader.satisfies(Long.MAX_VALUE));
    fail(ring, 3);
    assertTrue(reader.satisfies(Long.MAX_VALUE), "a failure ends every wait");
    new Batch(8, 2).readFrom(ring);
    Batch.readError(ring);
    for (int i = 0; i < 4; i++) {
      write(ring, i);
    }
    assertTrue(reader.satisfies(Long.MAX_VALUE), "more than the capacity can never come");
  }

  @Test
  void shouldPrintPendingEntries() {
    CompletionRing ring = ring(4, Sharing.MULTI);
    assertEquals("CompletionRing[capacity=4 pending=0]", ring.toString());
    ring.writer().reserve(3);
    ring.writer().write(0xabc, 0x402, 3, 0x1000, 5, 6, 7);
    ring.writer().writeError(CompletionFailure.of(1, 2, 265).length(8).overflowLength(92).build());
    assertEquals(
        """
        CompletionRing[capacity=4 pending=2
          0 CompletionSuccess[context=0xabc, flags=0x402, length=3, buffer=0x1000, data=0x5, \
        tag=0x6, source=7]
          1 CompletionFailure[context=0x1, flags=0x2, length=8, buffer=0x0, data=0x0, tag=0x0, \
        overflowLength=92, error=265, providerError=-265]]\
        """,
        ring.toString());
  }

  /** A reader that has returned does not block others. */
  @Test
  void shouldBeReadByOneThreadAfterTheOther() throws Exception {
    CompletionRing ring = ring(4, Sharing.MULTI);
    for (int i = 0; i < 3; i++) {
      write(ring, i);
      fail(ring, 10 + i);
      int context = i;
      FutureTask<Void> reading =
          new FutureTask<>(
              () -> {
                Batch batch = new Batch(48, 4);
                assertEquals(1, batch.readFrom(ring));
                assertEquals(context, batch.context(0));
                assertEquals(10 + context, Batch.readError(ring).context());
                return null;
              });
      Thread.ofPlatform().daemon().start(reading);
      reading.get();
    }
  }

  @Test
  void shouldHaveAsMuchRoomForWhatPeersCause() {
    CompletionRing ring = CompletionRing.withUnposted(2, Sharing.SINGLE, null);
    assertEquals(2, ring.capacity());
    assertTrue(ring.writer().reserve(2));
    assertFalse(ring.writer().reserve(1));
    assertTrue(ring.writer().reserveUnposted());
    assertTrue(ring.writer().reserveUnposted());
    assertFalse(ring.writer().reserveUnposted());
  }
}
