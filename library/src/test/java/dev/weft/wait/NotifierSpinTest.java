package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which threads spin, and which park. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class NotifierSpinTest {
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final AtomicInteger looks = new AtomicInteger();

  private boolean isTenthLook() {
    return looks.incrementAndGet() == 10;
  }

  /** A condition without a notification is seen only by a spinning thread. */
  @Test
  void shouldLookAgainAndAgainForItsSpinTime() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "else it does not spin");
    Notifier notifier = new Notifier(IdleStrategy.PARK, LONG, null);
    assertEquals(WaitResult.READY, notifier.await(this::isTenthLook, Deadline.FOREVER));
    assertEquals(10, looks.get());
  }

  @ParameterizedTest
  @EnumSource(
      value = IdleStrategy.class,
      names = {"YIELD", "SPIN"})
  void shouldLookForEverWhereItDoesNotPark(IdleStrategy idling) throws Exception {
    Notifier notifier = new Notifier(idling, 0, null);
    CompletableFuture<WaitResult> virtual = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> virtual.complete(notifier.await(this::isTenthLook, Deadline.FOREVER)));
    assertEquals(WaitResult.READY, virtual.get());
    looks.set(0);
    assertEquals(WaitResult.READY, notifier.await(this::isTenthLook, Deadline.FOREVER));
  }

  @Test
  void shouldLookTwiceBeforeItParksAtOnce() throws Exception {
    Notifier notifier = new Notifier(IdleStrategy.PARK, 0, null);
    sleepUntilPublished(notifier, Thread.ofPlatform());
    assertEquals(2, looks.get(), "before and in line");
  }

  /** A virtual thread would occupy its carrier. */
  @Test
  void shouldNotSpinInAVirtualThread() throws Exception {
    Notifier notifier = new Notifier(IdleStrategy.PARK, LONG, null);
    sleepUntilPublished(notifier, Thread.ofVirtual());
  }

  private void sleepUntilPublished(Notifier notifier, Thread.Builder threads) throws Exception {
    CompletableFuture<Boolean> published = new CompletableFuture<>();
    CompletableFuture<WaitResult> result = new CompletableFuture<>();
    Readiness condition =
        () -> {
          if (!published.isDone()) {
            looks.incrementAndGet();
          }
          return published.isDone();
        };
    Thread sleeper =
        threads.start(() -> result.complete(notifier.await(condition, Deadline.FOREVER)));
    while (sleeper.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    published.complete(true);
    notifier.published();
    assertEquals(WaitResult.READY, result.get());
  }
}
