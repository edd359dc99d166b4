package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.VerbsErrno;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VN-04: arm, drain, wait never strands a completion; drain, arm, wait does. */
class NotificationIdiomTest {
  private static final int ROUNDS = Integer.getInteger("dev.weft.notification.rounds", 60_000);
  private static final long STRANDED_NANOS = TimeUnit.SECONDS.toNanos(300);

  private final Opened on = new Opened();
  private final CompletionChannel channel = on.context.createCompletionChannel();
  private final CompletionQueue queue = on.queue(channel);
  private final CompletionEvent event = new CompletionEvent();
  private final AtomicLong seen = new AtomicLong();

  /**
   * The sender is at most this many messages ahead: with 1 every round is a race for the last one.
   */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "4, false"})
  void shouldStrandNoCompletionWhenArmedBeforeDrained(int ahead, boolean virtual) throws Exception {
    CompletableFuture<Long> arms = new CompletableFuture<>();
    Runnable reader = () -> arms.complete(armDrainWait());
    if (virtual) {
      Thread.startVirtualThread(reader);
    } else {
      Thread.ofPlatform().daemon().start(reader);
    }
    for (int sent = 0; sent < ROUNDS; sent++) {
      awaitSeen(sent - ahead + 1);
      for (int spin = sent % 97; spin > 0; spin--) {
        Thread.onSpinWait(); // so that the completion meets every step of the reader
      }
      on.complete(queue, sent);
    }
    assertTrue(arms.get(STRANDED_NANOS, TimeUnit.NANOSECONDS) > 0);
    queue.close();
    channel.close();
  }

  private long armDrainWait() {
    long arms = 0;
    while (true) {
      queue.requestNotify(false);
      arms++;
      seen.addAndGet(on.drain(queue).size());
      if (seen.get() == ROUNDS) {
        return arms;
      }
      channel.getEvent(event);
      event.queue().ackEvents(1);
    }
  }

  private void awaitSeen(long count) {
    long start = System.nanoTime();
    while (seen.get() < count) {
      Thread.yield();
      assertTrue(
          System.nanoTime() - start < STRANDED_NANOS, () -> "stranded at " + seen + ": " + queue);
    }
  }

  @Test
  void shouldStrandACompletionThatCameBetweenDrainingAndArming() throws Exception {
    assertEquals(List.of(), on.drain(queue));
    on.complete(queue, 1);
    assertEquals(0, queue.requestNotify(false));
    CompletableFuture<Integer> woken = new CompletableFuture<>();
    Thread waiter = Thread.startVirtualThread(() -> woken.complete(channel.getEvent(event)));
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.yield();
    }
    channel.blocking(false);
    assertEquals(VerbsErrno.EAGAIN, channel.getEvent(new CompletionEvent()));
    assertEquals(List.of(1L), on.drain(queue)); // it was queued all the time
    on.complete(queue, 2); // only another one ends the wait
    assertEquals(0, woken.get(300, TimeUnit.SECONDS));
    queue.ackEvents(1);
  }
}
