package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.CompletionRing;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a queue of work completions: order, overruns, discarding, and its listener. */
class WorkCompletionQueueTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100, 1000})
  void shouldHoldAllOfItsSizeAndLoseTheNext(int asked) {
    WorkQueueFixture on = new WorkQueueFixture(asked);
    int size = on.queue.capacity();
    assertTrue(size >= asked);
    on.addAll(1, size);
    assertEquals(List.of(), on.listener.take());
    assertFalse(on.add(size + 1L));
    assertEquals(List.of("overrun"), on.listener.take());
    assertEquals(size, on.drain().size());
  }

  @Test
  void shouldFailForGoodAfterAnOverrunOnceEverythingIsRead() {
    WorkQueueFixture on = new WorkQueueFixture(2);
    assertTrue(on.queue.isIdle());
    on.addAll(1, 3);
    assertFalse(on.queue.isIdle());
    assertEquals(1, on.reader.poll(on.structs, 1));
    assertFalse(on.add(4));
    assertEquals(List.of("overrun"), on.listener.take());
    assertEquals(1, on.reader.poll(on.structs, 5));
    assertEquals(-WorkCompletionReader.FAILED, on.reader.poll(on.structs, 5));
    assertEquals(WorkCompletionReader.FAILED, on.reader.start());
    assertTrue(on.queue.isEmpty());
    assertFalse(on.queue.isIdle(), "there is a failure to tell");
    assertFalse(on.add(5));
    assertEquals(3, on.queue.lost());
  }

  @Test
  void shouldReplaceTheOldestWhereOverrunsAreIgnored() {
    WorkQueueFixture on = new WorkQueueFixture(4, WorkQueueFixture.LOSSY);
    on.addAll(1, 7);
    assertEquals(List.of(), on.listener.take());
    assertEquals(3, on.queue.lost());
    assertEquals(List.of(4L, 5L, 6L, 7L), on.drain());
    on.add(8);
    assertEquals(List.of(8L), on.drain());
  }

  @Test
  void shouldKeepTheVisitedEntryWholeWhileItsSlotIsUsedAgain() {
    WorkQueueFixture on = new WorkQueueFixture(2, WorkQueueFixture.LOSSY);
    on.addAll(1, 2);
    assertEquals(0, on.reader.start());
    on.addAll(3, 5);
    assertEquals(1, on.reader.wrId());
    assertEquals(0, on.reader.next());
    assertEquals(4, on.reader.wrId());
    on.reader.end();
    assertEquals(List.of(5L), on.drain());
  }

  @Test
  void shouldKeepWhatWaitsInOrderWhenItGrows() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.addAll(1, 3);
    on.drain();
    on.addAll(4, 7);
    assertTrue(on.queue.resize(7));
    assertEquals(8, on.queue.capacity());
    on.addAll(8, 11);
    assertEquals(List.of(), on.listener.take());
    assertEquals(List.of(4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L), on.drain());
    on.addAll(1, 8);
    assertFalse(on.add(9));
  }

  @Test
  void shouldRefuseASizeBelowWhatWaits() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.addAll(1, 6);
    CompletionRing ring = on.queue.ring();
    assertFalse(on.queue.resize(1));
    assertTrue(on.queue.resize(8));
    assertSame(ring, on.queue.ring(), "there is no need for another");
    assertEquals(8, on.queue.capacity());
    assertTrue(on.queue.resize(6));
    assertEquals(6, on.drain().size());
    assertTrue(on.queue.resize(1));
    assertTrue(on.queue.capacity() >= 1);
  }

  @Test
  void shouldNotCountWhatWasDiscardedAmongWhatWaits() throws Exception {
    WorkQueueFixture on =
        new WorkQueueFixture(4, new WorkCompletionOptions(true, false, false, false));
    on.addAll(1, 4);
    Thread destroyer = Thread.ofPlatform().start(() -> on.queue.discard(1)); // only marks it
    destroyer.join();
    assertTrue(on.queue.resize(1));
    on.addAll(5, 8);
    assertEquals(List.of(5L, 6L, 7L, 8L), on.drain());
  }

  @Test
  void shouldStayArmedWhenItGrows() {
    WorkQueueFixture on = new WorkQueueFixture(1);
    on.queue.arm(false);
    on.queue.resize(5);
    on.addAll(1, 3);
    assertEquals(List.of("event"), on.listener.take());
  }

  @Test
  void shouldForgetWhatADestroyedQueuePairLeft() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    for (int i = 0; i < 8; i++) {
      on.add(i, i % 2, false);
    }
    on.queue.discard(1);
    for (int i = 8; i < 12; i++) {
      assertTrue(on.add(i, 2, false), "the room of what was discarded");
    }
    assertFalse(on.add(12, 2, false));
    assertEquals(List.of(0L, 2L, 4L, 6L, 8L, 9L, 10L, 11L), on.drain());
  }

  @Test
  void shouldForgetInsideABatchWhatWasNotVisited() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    for (int i = 0; i < 4; i++) {
      on.add(i, i == 3 ? 2 : 1, false);
    }
    assertEquals(0, on.reader.start());
    on.queue.discard(1);
    assertEquals(0, on.reader.wrId());
    assertEquals(1, on.reader.queuePair());
    assertEquals(0, on.reader.status());
    assertEquals(0, on.reader.next());
    assertEquals(3, on.reader.wrId());
    on.reader.end();
    on.addAll(4, 7);
    assertEquals(List.of(4L, 5L, 6L, 7L), on.drain());
    assertEquals(List.of(), on.listener.take());
  }

  @Test
  void shouldGiveRoomBackThatWasDiscardedBehindABatch() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.add(0, 2, false);
    on.add(1, 2, false);
    on.add(2, 1, false);
    on.add(3, 2, false);
    on.reader.start();
    on.queue.discard(1);
    on.reader.end();
    on.addAll(4, 5);
    assertEquals(List.of(), on.listener.take());
    assertEquals(List.of(1L, 3L, 4L, 5L), on.drain());
  }

  @Test
  void shouldTellOnceForEachArmingAndOnlyOfWhatCameAfterIt() {
    WorkQueueFixture on = new WorkQueueFixture(16);
    on.add(1);
    on.queue.arm(false);
    assertEquals(List.of(), on.listener.take());
    on.addAll(2, 5);
    assertEquals(List.of("event"), on.listener.take());
    on.queue.arm(false);
    on.queue.arm(false);
    on.addAll(6, 8);
    assertEquals(List.of("event"), on.listener.take());
  }

  @Test
  void shouldLetTheWiderArmingStay() {
    WorkQueueFixture on = new WorkQueueFixture(16);
    on.queue.arm(true);
    on.add(1);
    assertEquals(List.of(), on.listener.take());
    on.queue.arm(false);
    on.add(2);
    assertEquals(List.of("event"), on.listener.take());
    on.queue.arm(false);
    on.queue.arm(true);
    on.add(3);
    assertEquals(List.of("event"), on.listener.take());
    on.queue.arm(true);
    on.add(4, 1, true);
    assertEquals(List.of("event"), on.listener.take());
  }

  @Test
  void shouldHoldEventsBackButNoCompletions() {
    WorkQueueFixture on = new WorkQueueFixture(16);
    on.queue.moderate(3, 1000);
    on.queue.arm(false);
    on.addAll(1, 2);
    assertEquals(List.of("held back 1000"), on.listener.take());
    assertEquals(List.of(1L, 2L), on.drain());
    on.add(3);
    assertEquals(List.of("event"), on.listener.take());
    on.queue.releaseEvent();
    assertEquals(List.of(), on.listener.take());
    on.queue.arm(false);
    on.add(4);
    on.queue.releaseEvent();
    assertEquals(List.of("held back 1000", "event"), on.listener.take());
  }

  @Test
  void shouldLetAnEventGoThatWasHeldBackByTheLimitsBefore() {
    WorkQueueFixture on = new WorkQueueFixture(16);
    on.queue.moderate(3, 0);
    on.queue.arm(false);
    on.add(1);
    assertEquals(List.of(), on.listener.take());
    on.queue.moderate(2, 0);
    assertEquals(List.of("event"), on.listener.take());
  }

  @Test
  void shouldCloseOnlyWhenNoWorkQueueReports() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    WorkCompletionSource pair = () -> false;
    on.queue.attach(pair);
    on.queue.attach(pair);
    on.queue.detach(pair);
    assertFalse(on.queue.close());
    on.add(1);
    assertEquals(List.of(1L), on.drain());
    on.queue.detach(pair);
    on.addAll(2, 4);
    assertFalse(on.queue.isIdle());
    on.drain();
    assertTrue(on.queue.isIdle());
    assertTrue(on.queue.close());
    assertFalse(on.queue.isIdle(), "a reader is told that it is closed");
    assertThrows(IllegalStateException.class, () -> on.reader.poll(on.structs, 1));
    assertThrows(IllegalStateException.class, on.reader::start);
    assertThrows(IllegalStateException.class, () -> on.queue.attach(pair));
  }

  @Test
  void shouldSayWhatWaits() {
    WorkQueueFixture on = new WorkQueueFixture(2, WorkQueueFixture.LOSSY);
    on.addAll(1, 3);
    on.queue.attach(() -> false);
    String text = on.queue.toString();
    assertTrue(text.startsWith("WorkCompletionQueue[lost=1, uses=1, "), text);
    assertTrue(text.contains("pending=2"), text);
    assertTrue(text.contains("context=0x3"), text);
  }

  @Test
  void shouldLetWorkQueuesGoOnWhenThereIsNothingToRead() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.queue.attach(() -> on.add(7));
    assertEquals(1, on.reader.poll(on.structs, 1));
    assertEquals(0, on.reader.start());
    assertEquals(7, on.reader.wrId());
    on.reader.end();
  }
}
