package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.Batch;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionReader;
import dev.weft.completion.CompletionWriter;
import dev.weft.wait.ExternalWait;
import dev.weft.wait.IdleStrategy;
import dev.weft.wait.Notifier;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** One queue, read and written through both APIs. */
class PeerQueueTest {
  private static final int STRIDE = 48;
  private static final CompletionFailure FAILURE = CompletionFailure.of(7, 0x402, 5).build();

  private final Batch batch = new Batch(STRIDE, 8);
  private final AtomicInteger wakeUps = new AtomicInteger();
  private final Notifier notifier = new Notifier(IdleStrategy.PARK, 0, new CountingWait());

  /** A wait object that is never raised, so that every publication signals it. */
  private final class CountingWait implements ExternalWait {
    @Override
    public boolean raise() {
      wakeUps.incrementAndGet();
      return false;
    }

    @Override
    public boolean lower() {
      return false;
    }

    @Override
    public void close() {}
  }

  private static void write(PeerQueue halves, long context) {
    assertTrue(halves.writer().reserve(1));
    halves.writer().write(context, 0x402, 0, 0, 0, 0, 0);
  }

  private static boolean writes(PeerQueue halves, long context) {
    write(halves, context);
    return true;
  }

  /** Discards in another thread than the reader's, which only marks the entries. */
  private static void discardAside(WorkQueueFixture on, int queuePair) throws Exception {
    Thread destroyer = Thread.ofPlatform().start(() -> on.queue.discard(queuePair));
    destroyer.join();
  }

  private static void fail(PeerQueue halves) {
    assertTrue(halves.writer().reserve(1));
    halves.writer().writeError(FAILURE);
  }

  private int read(PeerQueue halves) {
    return halves.reader().read(batch.entries, STRIDE, 8, batch.sources);
  }

  /** A poll leaves the details of a failure behind, and a later entry takes its slot. */
  @Test
  void shouldReportTheFailureOfTheEntryInItsSlot() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    fail(halves);
    assertEquals(1, on.reader.poll(on.structs, 1));
    for (int i = 1; i < on.queue.ring().slotCount; i++) {
      on.add(i);
      assertEquals(1, on.reader.poll(on.structs, 1));
    }
    WorkCompletion failed = new WorkCompletion();
    failed.wrId = 99;
    failed.status = 12;
    on.queue.add(failed);
    AtomicReference<CompletionFailure> seen = new AtomicReference<>();
    assertTrue(halves.reader().readError(seen::set));
    assertEquals(99, seen.get().context());
  }

  @Test
  void shouldGiveEachEntryToOneReader() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    write(halves, 1);
    on.add(2);
    assertEquals(1, on.reader.poll(on.structs, 1));
    assertEquals(1, read(halves));
    assertEquals(2, batch.context(0));
    assertEquals(CompletionReader.EMPTY, read(halves));
    assertEquals(0, on.reader.poll(on.structs, 1));
  }

  @Test
  void shouldKeepFailuresInTheirPlace() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    PeerQueue halves = on.queue.share(() -> false, null);
    write(halves, 1);
    fail(halves);
    write(halves, 2);
    assertFalse(halves.reader().readError(_ -> {}), "a success is first");
    assertEquals(1, read(halves));
    assertEquals(CompletionReader.FAILED, read(halves));
    assertTrue(halves.reader().headIsError());
    AtomicReference<CompletionFailure> read = new AtomicReference<>();
    assertTrue(halves.reader().readError(read::set));
    assertEquals(FAILURE, read.get());
    assertFalse(halves.reader().headIsError());
    assertEquals(1, read(halves));
    assertEquals(2, batch.context(0));
    assertFalse(halves.reader().readError(_ -> {}), "empty");
  }

  @Test
  void shouldTakeNoMoreThanIsAskedFor() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    PeerQueue halves = on.queue.share(() -> false, null);
    assertEquals(CompletionReader.EMPTY, halves.reader().read(batch.entries, STRIDE, 0, null));
    on.addAll(1, 3);
    assertEquals(0, halves.reader().read(batch.entries, STRIDE, 0, null));
    assertEquals(2, halves.reader().read(batch.entries, STRIDE, 2, batch.sources));
    assertTrue(batch.isUntouchedFrom(2));
    assertEquals(List.of(3L), on.drain());
  }

  @Test
  void shouldSayWhatWaits() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    CompletionReader reader = on.queue.share(() -> false, null).reader();
    assertTrue(reader.isEmpty());
    assertFalse(reader.satisfies(1));
    on.addAll(1, 3);
    assertFalse(reader.isEmpty());
    assertFalse(on.queue.isEmpty());
    assertEquals(3, reader.count(5));
    assertEquals(2, reader.count(2));
    assertTrue(reader.satisfies(3));
    assertFalse(reader.satisfies(4));
    assertFalse(reader.headIsError());
  }

  @Test
  void shouldSayThatItHasOverrunOnceAllIsRead() {
    WorkQueueFixture on = new WorkQueueFixture(1);
    PeerQueue halves = on.queue.share(() -> false, null);
    while (on.add(1)) {
      assertFalse(on.queue.isFailed());
    }
    assertTrue(halves.reader().satisfies(1000), "nothing comes any more");
    while (read(halves) > 0) {
      assertTrue(on.queue.isFailed());
    }
    assertEquals(CompletionReader.OVERRUN, read(halves));
    assertEquals(CompletionReader.OVERRUN, halves.reader().read(batch.entries, STRIDE, 0, null));
    assertEquals(-WorkCompletionReader.FAILED, on.reader.poll(on.structs, 1));
    assertEquals(0, on.reader.poll(on.structs, 0));
  }

  @Test
  void shouldLetEndpointsGoOnWhenThereIsNothingToRead() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    AtomicReference<PeerQueue> own = new AtomicReference<>();
    own.set(on.queue.share(() -> writes(own.get(), 7), null));
    assertEquals(1, read(own.get()));
    assertEquals(7, batch.context(0));
  }

  @Test
  void shouldKeepRoomForWhatWasReserved() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    CompletionWriter writer = on.queue.share(() -> false, null).writer();
    assertTrue(writer.reserve(3));
    assertFalse(writer.reserve(2));
    assertTrue(writer.reserve(1));
    assertFalse(writer.reserve(1));
    writer.release(2);
    assertTrue(writer.reserve(2));
    assertFalse(writer.reserve(1));
    for (int unposted = 0; unposted < 4; unposted++) {
      assertTrue(writer.reserveUnposted());
    }
    assertFalse(writer.reserveUnposted());
    assertFalse(on.add(1), "all room is promised");
    assertEquals(List.of("overrun"), on.listener.take());
  }

  @Test
  void shouldReplaceNoReservationWhereOverrunsAreIgnored() {
    WorkQueueFixture on = new WorkQueueFixture(2, WorkQueueFixture.LOSSY);
    PeerQueue halves = on.queue.share(() -> false, null);
    assertTrue(halves.writer().reserve(2));
    assertTrue(halves.writer().reserveUnposted());
    assertTrue(on.add(1));
    assertTrue(on.add(2), "in the place of the first");
    assertEquals(1, on.queue.lost());
    assertFalse(halves.writer().reserveUnposted());
    assertEquals(List.of(2L), on.drain());
    assertTrue(halves.writer().reserveUnposted());
    assertFalse(on.add(3), "all room is promised");
    assertEquals(2, on.queue.lost());
    assertFalse(on.queue.keepsReservations());
    assertEquals(List.of(), on.listener.take());
  }

  @Test
  void shouldKeepReservationsUnlessOverrunsAreIgnored() {
    assertTrue(new WorkQueueFixture(2).queue.keepsReservations());
  }

  @Test
  void shouldTranslateForTheVisitorOfALossyQueue() {
    WorkQueueFixture on = new WorkQueueFixture(2, WorkQueueFixture.LOSSY);
    PeerQueue halves = on.queue.share(() -> false, null);
    write(halves, 1);
    write(halves, 2);
    assertEquals(WorkCompletionReader.READY, on.reader.start());
    assertEquals(1, on.reader.wrId());
    assertEquals(128, on.reader.opcode());
    on.reader.end();
    assertEquals(List.of(2L), on.drain());
  }

  @Test
  void shouldTellTheNotifierOfEveryEntryUntilItLeaves() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    PeerQueue silent = on.queue.share(() -> false, null);
    PeerQueue halves = on.queue.share(() -> false, notifier);
    assertEquals(2, on.queue.uses());
    on.add(1);
    assertEquals(1, wakeUps.get());
    write(silent, 2);
    assertEquals(2, wakeUps.get());
    fail(halves);
    assertEquals(3, wakeUps.get());
    halves.leave();
    assertEquals(1, on.queue.uses());
    on.add(4);
    assertEquals(3, wakeUps.get());
    assertFalse(on.queue.close(), "one is left");
    silent.leave();
    assertTrue(on.queue.close());
  }

  @Test
  void shouldNotWakeForWhatWasLost() {
    WorkQueueFixture on = new WorkQueueFixture(1);
    on.queue.share(() -> false, notifier);
    int added = 0;
    while (on.add(1)) {
      added++;
    }
    assertEquals(added, wakeUps.get());
  }

  @Test
  void shouldTellAnArmedQueueOfEntries() {
    WorkQueueFixture on = new WorkQueueFixture(8);
    PeerQueue halves = on.queue.share(() -> false, null);
    on.queue.arm(true);
    write(halves, 1);
    assertEquals(List.of(), on.listener.take(), "which nobody solicited");
    fail(halves);
    assertEquals(List.of("event"), on.listener.take(), "a failure is always solicited");
    on.queue.arm(false);
    write(halves, 2);
    assertEquals(List.of("event"), on.listener.take());
  }

  @Test
  void shouldStampEntriesWhenTheyAreWritten() {
    WorkQueueFixture on =
        new WorkQueueFixture(4, new WorkCompletionOptions(false, false, true, false));
    PeerQueue halves = on.queue.share(() -> false, null);
    long before = System.nanoTime();
    write(halves, 1);
    fail(halves);
    long after = System.nanoTime();
    assertEquals(WorkCompletionReader.READY, on.reader.start());
    long first = on.reader.time();
    assertEquals(WorkCompletionReader.READY, on.reader.next());
    long second = on.reader.time();
    on.reader.end();
    assertTrue(before <= first && first <= second && second <= after);
  }

  @Test
  void shouldMoveFailuresAlongWhenItGrows() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    write(halves, 1);
    fail(halves);
    assertTrue(halves.writer().reserve(1));
    on.queue.resize(16);
    halves.writer().write(3, 0, 0, 0, 0, 0, 0);
    assertEquals(1, read(halves));
    AtomicReference<CompletionFailure> read = new AtomicReference<>();
    assertTrue(halves.reader().readError(read::set));
    assertEquals(FAILURE, read.get());
    assertEquals(1, read(halves));
    assertEquals(3, batch.context(0));
  }

  @Test
  void shouldRefuseToReadOnceClosed() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    on.add(1);
    halves.leave();
    assertTrue(on.queue.close());
    assertTrue(on.queue.isClosed());
    assertThrows(IllegalStateException.class, () -> read(halves));
  }

  /** Entries that were discarded during a read still lie between those that it takes. */
  @Test
  void shouldTakeAsManyAsAskedForBetweenDiscardedOnes() throws Exception {
    WorkQueueFixture on =
        new WorkQueueFixture(8, new WorkCompletionOptions(true, false, false, false));
    for (int wrId = 1; wrId <= 8; wrId++) {
      on.add(wrId, wrId % 3, false);
    }
    discardAside(on, 1);
    assertEquals(2, on.reader.poll(on.structs, 2));
    assertEquals(List.of(5L, 6L, 8L), on.drain());
  }

  @Test
  void shouldReadNoFailureOutOfWhatWasDiscarded() throws Exception {
    WorkQueueFixture on =
        new WorkQueueFixture(8, new WorkCompletionOptions(true, false, false, false));
    PeerQueue halves = on.queue.share(() -> false, null);
    on.add(1);
    discardAside(on, 1);
    assertFalse(halves.reader().readError(_ -> {}));
    assertTrue(halves.reader().isEmpty());
  }

  /** The next entry in its place has no details, or others. */
  @Test
  void shouldReadDetailsOnce() {
    WorkQueueFixture on = new WorkQueueFixture(2);
    PeerQueue halves = on.queue.share(() -> false, null);
    WorkCompletion failed = new WorkCompletion();
    failed.status = 5;
    failed.wrId = 99;
    for (int i = 0; i < 4; i++) {
      fail(halves);
      assertTrue(halves.reader().readError(read -> assertEquals(FAILURE, read)));
    }
    for (int i = 0; i < 4; i++) {
      assertTrue(on.queue.add(failed));
      assertTrue(halves.reader().readError(read -> assertEquals(99, read.context())));
    }
  }

  @Test
  void shouldRefuseToReadInsideABatchOfTheOtherFace() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    on.addAll(1, 2);
    assertEquals(WorkCompletionReader.READY, on.reader.start());
    assertThrows(IllegalStateException.class, () -> read(halves));
    assertThrows(IllegalStateException.class, () -> halves.reader().readError(_ -> {}));
    on.reader.end();
    assertEquals(1, read(halves));
  }

  @Test
  void shouldNotEndAQueueThatIsInUse() {
    WorkQueueFixture on = new WorkQueueFixture(4);
    PeerQueue halves = on.queue.share(() -> false, null);
    assertFalse(on.queue.retire());
    halves.leave();
    assertTrue(on.queue.retire());
    on.add(1);
    assertEquals(List.of(1L), on.drain(), "retired queues are read to the end");
  }
}
