package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wait.SpinLockTest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Reading work completions: {@code struct ibv_wc}, batches, and calls at the wrong time. */
class WorkCompletionReaderTest {
  private static final byte SENTINEL = (byte) 0xA5;
  private static final WorkCompletionOptions TIMED =
      new WorkCompletionOptions(false, false, true, true);

  private static WorkCompletion everything() {
    WorkCompletion all = new WorkCompletion();
    all.wrId = Long.MIN_VALUE + 1;
    all.status = 10;
    all.opcode = 129;
    all.vendorError = 0x89ABCDEF;
    all.byteLength = 0x80000001;
    all.immediateOrKey = 0xDEADBEEF;
    all.queuePair = 0xABCDEF;
    all.sourceQueuePair = 0xFEDCBA;
    all.flags = 0x4B;
    all.origin = WorkCompletion.origin(0xFFFE, 0xFFFD, 0xFC, 0xFB);
    all.freedResources = 0xF701;
    all.tagMatchingTag = -3;
    all.tagMatchingPrivate = 0xF8000001;
    return all;
  }

  @Test
  void shouldWriteTheStructOfC() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.structs.fill(SENTINEL);
    on.queue.add(everything());
    assertEquals(1, on.reader.poll(on.structs, 8));
    MemorySegment wc = on.structs;
    assertEquals(Long.MIN_VALUE + 1, wc.get(ValueLayout.JAVA_LONG, 0));
    int[] words = {10, 129, 0x89ABCDEF, 0x80000001, 0xDEADBEEF, 0xABCDEF, 0xFEDCBA, 0x4B};
    for (int i = 0; i < words.length; i++) {
      assertEquals(words[i], wc.get(ValueLayout.JAVA_INT, 8 + 4L * i), "word at " + (8 + 4 * i));
    }
    assertEquals((short) 0xFFFE, wc.get(ValueLayout.JAVA_SHORT, 40));
    assertEquals((short) 0xFFFD, wc.get(ValueLayout.JAVA_SHORT, 42));
    assertEquals((byte) 0xFC, wc.get(ValueLayout.JAVA_BYTE, 44));
    assertEquals((byte) 0xFB, wc.get(ValueLayout.JAVA_BYTE, 45));
    assertEquals(0, wc.get(ValueLayout.JAVA_SHORT, 46), "padding");
    for (long at = 48; at < wc.byteSize(); at++) {
      assertEquals(SENTINEL, wc.get(ValueLayout.JAVA_BYTE, at), "byte " + at);
    }
  }

  @Test
  void shouldGiveEachFieldOfTheCurrentCompletion() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    on.queue.add(everything());
    on.add(0);
    WorkCompletionReader reader = on.reader;
    assertEquals(0, reader.start());
    for (int twice = 0; twice < 2; twice++) {
      assertEquals(Long.MIN_VALUE + 1, reader.wrId());
      assertEquals(10, reader.status());
      assertEquals(129, reader.opcode());
      assertEquals(0x89ABCDEF, reader.vendorError());
      assertEquals(0x80000001, reader.byteLength());
      assertEquals(0xDEADBEEF, reader.immediateOrKey());
      assertEquals(0xABCDEF, reader.queuePair());
      assertEquals(0xFEDCBA, reader.sourceQueuePair());
      assertEquals(0x4B, reader.flags());
      assertEquals(0xFFFD, reader.slid());
      assertEquals(0xFC, reader.serviceLevel());
      assertEquals(0xFB, reader.pathBits());
      assertEquals(0, reader.vlanOrFlowTag());
      assertEquals(0xF701, reader.freedResources());
      assertEquals(-3, reader.tagMatchingTag());
      assertEquals(0xF8000001, reader.tagMatchingPrivate());
    }
    assertEquals(0, reader.next());
    assertEquals(0, reader.flags() | reader.immediateOrKey() | reader.vendorError());
    reader.end();
  }

  @Test
  void shouldConsumeWhatWasVisitedAndNothingElse() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.addAll(1, 5);
    assertEquals(0, on.reader.start());
    assertEquals(0, on.reader.next());
    on.reader.end();
    assertEquals(0, on.reader.start());
    assertEquals(3, on.reader.wrId());
    on.reader.end();
    assertEquals(List.of(4L, 5L), on.drain());
  }

  @Test
  void shouldGoOnAfterTheEndOfABatchWhenMoreComes() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.add(1);
    on.reader.start();
    assertEquals(WorkCompletionReader.EMPTY, on.reader.next());
    on.add(2);
    assertEquals(0, on.reader.next());
    assertEquals(2, on.reader.wrId());
    on.reader.end();
    assertEquals(WorkCompletionReader.EMPTY, on.reader.start());
  }

  @Test
  void shouldRefuseCallsAtTheWrongTimeAndLoseNothing() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.addAll(1, 3);
    refused(on.reader::end);
    refused(on.reader::next);
    refused(on.reader::wrId);
    on.reader.start();
    refused(on.reader::start);
    refused(() -> on.reader.poll(on.structs, 1));
    refused(() -> on.queue.resize(20));
    refused(on.queue::close);
    assertEquals(1, on.reader.wrId());
    on.reader.end();
    refused(on.reader::status);
    assertEquals(List.of(2L, 3L), on.drain());
  }

  private static void refused(Executable call) {
    String text = assertThrows(IllegalStateException.class, call).getMessage();
    assertTrue(text.contains("allowed"), text);
  }

  @Test
  void shouldShowNoFieldBehindTheLastCompletion() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.add(1);
    on.reader.start();
    on.reader.next();
    refused(on.reader::wrId);
    on.reader.end();
  }

  @Test
  void shouldMakeOthersWaitForAnOpenBatch() throws Exception {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.addAll(1, 2);
    on.reader.start();
    CompletableFuture<List<Long>> other = new CompletableFuture<>();
    Thread thread = Thread.ofVirtual().start(() -> other.complete(on.drain()));
    while (!SpinLockTest.isContending(thread)) {
      assertFalse(other.isDone());
      Thread.onSpinWait();
    }
    on.add(3);
    assertEquals(1, on.reader.wrId());
    on.reader.end();
    assertEquals(List.of(2L, 3L), other.get(300, TimeUnit.SECONDS));
  }

  @Test
  void shouldNotLockAnythingWhenThereIsNothing() throws Exception {
    WorkQueueFixture on = new WorkQueueFixture(8);
    assertEquals(WorkCompletionReader.EMPTY, on.reader.start());
    assertEquals(
        WorkCompletionReader.EMPTY,
        CompletableFuture.supplyAsync(on.reader::start).get(300, TimeUnit.SECONDS));
  }

  @Test
  void shouldRefuseAFieldToAThreadWhoseBatchItIsNot() throws Exception {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.add(1);
    on.reader.start();
    CompletableFuture.runAsync(() -> refused(on.reader::wrId)).get(300, TimeUnit.SECONDS);
    CompletableFuture.runAsync(() -> refused(on.reader::end)).get(300, TimeUnit.SECONDS);
    on.reader.end();
  }

  @Test
  void shouldTakeNothingForACountOfNothing() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    on.add(1);
    assertEquals(0, on.reader.poll(on.structs, 0));
    assertEquals(-22, on.reader.poll(on.structs, -1));
    assertEquals(List.of(1L), on.drain());
  }

  @Test
  void shouldStampACompletionWhenItIsAdded() {
    WorkQueueFixture on = new WorkQueueFixture(2, TIMED);
    long before = System.nanoTime();
    on.add(1);
    long after = System.nanoTime();
    on.add(2);
    on.queue.resize(9);
    on.reader.start();
    long time = on.reader.time();
    assertTrue(before <= time && time <= after);
    assertEquals(time, on.reader.time());
    long wallClock = on.reader.wallClock();
    long distance = Math.abs(System.currentTimeMillis() - wallClock / 1_000_000);
    assertTrue(distance < 60_000, () -> "milliseconds away: " + distance);
    on.reader.next();
    assertTrue(on.reader.time() >= time);
    assertEquals(on.reader.time() - time, on.reader.wallClock() - wallClock);
    on.reader.end();
  }

  /** Single-threaded queues restrict reading to one thread; any thread may destroy a queue pair. */
  @Test
  void shouldNotMoveWhatAThreadReadsThatNeedsNoLock() throws Exception {
    WorkQueueFixture on =
        new WorkQueueFixture(4, new WorkCompletionOptions(true, false, false, false));
    for (int i = 1; i <= 4; i++) {
      on.add(i, 1 + i % 2, false);
    }
    on.reader.begin("poll");
    assertTrue(on.reader.visit());
    Thread destroyer = Thread.ofPlatform().start(() -> on.queue.discard(2));
    destroyer.join();
    assertTrue(on.reader.visit());
    on.reader.leave();
    assertEquals(List.of(4L), on.drain());
  }
}
