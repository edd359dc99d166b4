package dev.weft.completion;

import static dev.weft.completion.CompletionReader.EMPTY;
import static dev.weft.completion.CompletionReader.FAILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Direct delivery: entries that go to a waiting reader without the ring. */
class DirectDeliveryTest {
  private final CompletionRing ring = new CompletionRing(2, Sharing.SINGLE, null);
  private final CompletionWriter writer = ring.writer();

  private void write(long context) {
    assertTrue(writer.reserve(1));
    writer.write(context, 1, 2, 3, 4, 5, 1000);
  }

  private void fail(long context) {
    assertTrue(writer.reserve(1));
    writer.writeError(CompletionFailure.of(context, 2, 125).build());
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 40, 48})
  void shouldDeliverAtTheStrideOfTheFormatAndKeepTheRoom(int stride) {
    Batch batch = new Batch(stride, 2);
    for (int lap = 0; lap < 5; lap++) {
      assertTrue(writer.beginDirectDelivery(batch.entries, stride));
      write(lap);
      writer.endDirectDelivery();
      assertTrue(writer.hasDelivered());
      assertEquals(lap, batch.context(0));
      for (int offset = 8; offset < stride; offset += 8) {
        assertEquals(offset / 8, batch.word(0, offset));
      }
      assertTrue(batch.isUntouchedFrom(1));
      assertTrue(ring.reader().isEmpty());
    }
    assertTrue(writer.reserve(2));
    assertFalse(writer.reserve(1));
  }

  @Test
  void shouldDeliverOnlyTheFirst() {
    Batch batch = new Batch(48, 2);
    assertTrue(writer.beginDirectDelivery(batch.entries, 48));
    write(1);
    write(2);
    writer.endDirectDelivery();
    write(3);
    assertTrue(writer.hasDelivered());
    assertEquals(1, batch.context(0));
    assertEquals(2, batch.readFrom(ring));
    assertEquals(2, batch.context(0));
    assertEquals(3, batch.context(1));
  }

  @Test
  void shouldDeliverNothingThatComesTooLate() {
    Batch batch = new Batch(48, 1);
    assertTrue(writer.beginDirectDelivery(batch.entries, 48));
    writer.endDirectDelivery();
    write(1);
    assertFalse(writer.hasDelivered());
    assertTrue(batch.isUntouchedFrom(0));
    assertEquals(1, batch.readFrom(ring));
  }

  @Test
  void shouldKeepWhatComesAfterAFailureBehindIt() {
    Batch batch = new Batch(48, 2);
    assertTrue(writer.beginDirectDelivery(batch.entries, 48));
    fail(1);
    write(2);
    writer.endDirectDelivery();
    assertFalse(writer.hasDelivered());
    assertEquals(FAILED, batch.readFrom(ring));
    assertEquals(1, Batch.readError(ring).context());
    assertEquals(1, batch.readFrom(ring));
    assertEquals(2, batch.context(0));
  }

  @Test
  void shouldLoseNothingWhereTheReadersMemoryIsGone() {
    MemorySegment gone;
    try (Arena arena = Arena.ofShared()) {
      gone = arena.allocate(48);
    }
    assertTrue(writer.beginDirectDelivery(gone, 48));
    write(1);
    writer.endDirectDelivery();
    assertFalse(writer.hasDelivered());
    Batch batch = new Batch(48, 1);
    assertEquals(1, batch.readFrom(ring));
    assertEquals(1, batch.context(0));
    assertEquals(EMPTY, batch.readFrom(ring));
  }

  @Test
  void shouldRefuseWhereSeveralThreadsMayWrite() {
    CompletionWriter shared = new CompletionRing(2, Sharing.MULTI, null).writer();
    assertFalse(shared.beginDirectDelivery(new Batch(48, 1).entries, 48));
  }
}
