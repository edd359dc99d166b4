package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.event.EventAcks;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events: arming, queueing, getting, acknowledging, and the wait of destroy for acknowledgements.
 */
class CompletionChannelTest {
  private final Opened on = new Opened();
  private final CompletionChannel channel = on.context.createCompletionChannel();
  private final CompletionEvent event = new CompletionEvent();

  @AfterEach
  void endAll() {
    channel.close();
    on.context.close();
  }

  private void expectNone() {
    channel.blocking(false);
    assertEquals(VerbsErrno.EAGAIN, channel.getEvent(event));
    channel.blocking(true);
  }

  @Test
  void shouldNameTheQueueAndItsContextOfEachEventInOrder() {
    Object mine = new Object();
    CompletionQueue first = on.queue(4, mine, channel);
    CompletionQueue second = on.queue(4, null, channel);
    for (CompletionQueue queue : List.of(second, first, first)) {
      queue.requestNotify(false);
      on.complete(queue, 1);
    }
    assertEquals(0, channel.getEvent(event));
    assertSame(second, event.queue());
    assertNull(event.context());
    for (int twice = 0; twice < 2; twice++) {
      assertEquals(0, channel.getEvent(event));
      assertSame(first, event.queue());
      assertSame(mine, event.context());
    }
    expectNone();
    first.ackEvents(2);
    second.ackEvents(1);
    first.close();
    second.close();
  }

  @Test
  void shouldLeaveTheEventUntouchedWhenThereIsNone() {
    expectNone();
    assertNull(event.queue());
  }

  @Test
  void shouldKeepAnEventWhoseCompletionWasPolled() {
    CompletionQueue queue = on.queue(channel);
    queue.requestNotify(false);
    on.complete(queue, 1);
    assertEquals(List.of(1L), on.drain(queue));
    assertEquals(0, channel.getEvent(event));
    assertEquals(List.of(), on.drain(queue));
    on.complete(queue, 2);
    expectNone(); // getting does not arm
    queue.ackEvents(1);
    queue.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWakeAThreadThatWaits(boolean virtual) throws Exception {
    CompletionQueue queue = on.queue(channel);
    queue.requestNotify(false);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    Thread waiter = start(virtual, () -> got.complete(channel.getEvent(event)));
    awaitWaiting(waiter);
    on.complete(queue, 1);
    assertEquals(0, got.get(300, TimeUnit.SECONDS));
    assertSame(queue, event.queue());
    queue.ackEvents(1);
    queue.close();
  }

  private static Thread start(boolean virtual, Runnable body) {
    return virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().daemon().start(body);
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(thread.isAlive());
      Thread.yield();
    }
  }

  @Test
  void shouldEndTheWaitOfAnInterruptedThreadAndLoseNoEvent() throws Exception {
    CompletionQueue queue = on.queue(channel);
    queue.requestNotify(false);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    Thread waiter =
        start(
            false,
            () -> {
              int result = channel.getEvent(event);
              got.complete(Thread.currentThread().isInterrupted() ? result : -1);
            });
    awaitWaiting(waiter);
    waiter.interrupt();
    assertEquals(VerbsErrno.EINTR, got.get(300, TimeUnit.SECONDS));
    on.complete(queue, 1);
    assertEquals(0, channel.getEvent(event));
    queue.ackEvents(1);
    queue.close();
  }

  @Test
  void shouldGiveEachEventToOneOfManyThreads() throws Exception {
    CompletionQueue queue = on.queue(64, null, channel);
    List<CompletableFuture<Integer>> all =
        java.util.stream.Stream.generate(
                () ->
                    CompletableFuture.supplyAsync(
                        () -> channel.getEvent(new CompletionEvent()),
                        task -> Thread.ofVirtual().start(task)))
            .limit(8)
            .toList();
    for (int i = 0; i < 8; i++) {
      queue.requestNotify(false);
      on.complete(queue, i);
    }
    for (CompletableFuture<Integer> one : all) {
      assertEquals(0, one.get(300, TimeUnit.SECONDS));
    }
    expectNone();
    queue.ackEvents(8);
    queue.close();
  }

  @Test
  void shouldBeReadableExactlyWhileAnEventIsQueued() throws IOException {
    CompletionQueue queue = on.queue(channel);
    try (Selector selector = Selector.open()) {
      channel.channel().register(selector, SelectionKey.OP_READ);
      assertEquals(0, selector.selectNow());
      queue.requestNotify(false);
      on.complete(queue, 1);
      queue.requestNotify(false);
      on.complete(queue, 2);
      assertReadable(selector);
      assertReadable(selector);
      channel.getEvent(event);
      assertReadable(selector);
      channel.getEvent(event);
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
      queue.requestNotify(false);
      on.complete(queue, 3);
      assertReadable(selector);
      queue.ackEvents(2);
      queue.close();
      selector.selectedKeys().clear();
      assertEquals(0, selector.selectNow());
    }
  }

  private static void assertReadable(Selector selector) throws IOException {
    selector.selectedKeys().clear();
    assertEquals(1, selector.selectNow());
  }

  @Test
  void shouldShowAnEventThatWasQueuedBeforeTheChannelWasAskedFor() throws IOException {
    CompletionQueue queue = on.queue(channel);
    queue.requestNotify(false);
    on.complete(queue, 1);
    try (Selector selector = Selector.open()) {
      channel.channel().register(selector, SelectionKey.OP_READ);
      assertEquals(1, selector.selectNow());
    }
    queue.close();
  }

  @Test
  void shouldWaitAtDestructionForEveryEventThatWasGot() throws Exception {
    CompletionQueue queue = on.queue(channel);
    for (int i = 0; i < 3; i++) {
      queue.requestNotify(false);
      on.complete(queue, i);
    }
    channel.getEvent(event);
    channel.getEvent(event);
    Thread destroyer = start(false, queue::close);
    awaitWaiting(destroyer);
    queue.ackEvents(1);
    destroyer.join(100);
    assertTrue(destroyer.isAlive());
    assertThrows(IllegalArgumentException.class, () -> queue.ackEvents(2));
    queue.ackEvents(0);
    queue.ackEvents(1);
    destroyer.join(300_000);
    assertFalse(destroyer.isAlive());
    expectNone();
  }

  @Test
  void shouldNameTheThreadThatOwesAnAck() {
    EventAcks acks = new EventAcks("ibv_ack_cq_events", "nevents");
    acks.got();
    String text = acks.diagnosis("queue 7");
    assertTrue(text.contains("queue 7") && text.contains("1 event"), text);
    assertTrue(text.contains('"' + Thread.currentThread().getName() + '"'), text);
    acks.ack(1);
    acks.awaitAll("queue 7");
  }

  @Test
  void shouldForgetUnreadEventsOfADestroyedQueue() {
    CompletionQueue queue = on.queue(channel);
    CompletionQueue other = on.queue(channel);
    for (CompletionQueue one : List.of(queue, other, queue)) {
      one.requestNotify(false);
      on.complete(one, 1);
    }
    queue.close();
    assertEquals(0, channel.getEvent(event));
    assertSame(other, event.queue());
    expectNone();
    other.ackEvents(1);
    other.close();
  }

  @Test
  void shouldNotEndWhileAQueueUsesIt() {
    CompletionQueue queue = on.queue(channel);
    VerbsException busy = assertThrows(VerbsException.class, channel::close);
    assertEquals(VerbsErrno.EBUSY, busy.errno());
    queue.requestNotify(false);
    on.complete(queue, 1);
    assertEquals(0, channel.getEvent(event));
    queue.ackEvents(1);
    queue.close();
    channel.close();
  }

  @Test
  void shouldWakeAWaitingThreadWhenItEnds() throws Exception {
    CompletableFuture<Integer> got = new CompletableFuture<>();
    Thread waiter = start(true, () -> got.complete(channel.getEvent(event)));
    awaitWaiting(waiter);
    channel.close();
    assertEquals(VerbsErrno.EIO, got.get(300, TimeUnit.SECONDS));
  }

  @Test
  void shouldTakeNoReferenceForAQueueThatIsRefused() {
    assertThrows(VerbsException.class, () -> on.queue(0, null, channel));
    assertThrows(VerbsException.class, () -> on.context.createCq(4, null, channel, 1));
    channel.close();
  }

  @Test
  void shouldHoldAnEventBackForATime() {
    CompletionQueue queue = on.queue(channel);
    assertEquals(VerbsErrno.EINVAL, queue.modify(-1, 0));
    assertEquals(VerbsErrno.EINVAL, queue.modify(0, 0x10000));
    assertEquals(0, queue.modify(100, 2_000));
    queue.requestNotify(false);
    on.complete(queue, 1);
    assertEquals(List.of(1L), on.drain(queue));
    assertEquals(0, channel.getEvent(event));
    queue.ackEvents(1);
    queue.close();
  }
}
