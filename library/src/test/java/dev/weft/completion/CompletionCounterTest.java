package dev.weft.completion;

import static dev.weft.completion.CompletionCounter.CLOSED;
import static dev.weft.completion.CompletionCounter.FAILED;
import static dev.weft.completion.CompletionCounter.INTERRUPTED;
import static dev.weft.completion.CompletionCounter.REACHED;
import static dev.weft.completion.CompletionCounter.TIMED_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CompletionCounterTest {
  private final Notifier notifier = new Notifier();
  private final CompletionCounter counter = new CompletionCounter(notifier, false);

  private int awaitMillis(long threshold, long millis) {
    return counter.await(threshold, Deadline.after(millis, TimeUnit.MILLISECONDS), null);
  }

  private CompletableFuture<Integer> awaitAside(long threshold) {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> result.complete(counter.await(threshold, Deadline.FOREVER, null)));
    return result;
  }

  private void untilAsleep(int before) throws InterruptedException {
    while (notifier.waiters() < before) {
      Thread.sleep(1);
    }
  }

  @Test
  void shouldKeepTwoIndependentValues() {
    assertEquals(0, counter.value());
    assertEquals(0, counter.errorValue());
    counter.add(5);
    counter.set(1000);
    counter.addError(2);
    counter.setError(7);
    assertEquals(1000, counter.value());
    assertEquals(7, counter.errorValue());
    assertEquals("CompletionCounter[value=1000 errors=7]", counter.toString());
  }

  @Test
  void shouldAnswerTheValueBeforeItWasSet() {
    assertEquals(0, counter.set(5));
    assertEquals(5, counter.set(-2));
    assertEquals(-2, counter.value());
  }

  @Test
  void shouldCountOperations() {
    counter.succeeded(100);
    counter.succeeded(0);
    counter.failed();
    assertEquals(2, counter.value());
    assertEquals(1, counter.errorValue());
  }

  @Test
  void shouldCountBytesWhereAskedTo() {
    CompletionCounter bytes = new CompletionCounter(null, true);
    bytes.succeeded(100);
    bytes.succeeded(0);
    bytes.succeeded(23);
    bytes.failed();
    assertEquals(123, bytes.value());
    assertEquals(1, bytes.errorValue());
  }

  @Test
  void shouldReachThresholdAtOnceInSpiteOfErrors() {
    counter.addError(1);
    counter.add(3);
    assertEquals(REACHED, awaitMillis(3, 0));
  }

  @Test
  void shouldCompareUnsigned() {
    counter.set(-2);
    assertEquals(REACHED, awaitMillis(Long.MAX_VALUE, 0));
    assertEquals(TIMED_OUT, awaitMillis(-1, 0));
    assertEquals("CompletionCounter[value=18446744073709551614 errors=0]", counter.toString());
  }

  @Test
  void shouldTimeOutNotEarlierThanAsked() {
    long start = System.nanoTime();
    assertEquals(TIMED_OUT, awaitMillis(1, 30));
    assertTrue(System.nanoTime() - start >= 30_000_000);
  }

  @Test
  void shouldNotCountErrorsFromBeforeTheWait() {
    counter.addError(1);
    assertEquals(TIMED_OUT, awaitMillis(1, 10));
  }

  @Test
  void shouldEndEveryWaitWhenTheErrorValueChanges() throws Exception {
    CompletableFuture<Integer> first = awaitAside(10);
    CompletableFuture<Integer> second = awaitAside(20);
    untilAsleep(2);
    counter.addError(1);
    assertEquals(FAILED, first.get());
    assertEquals(FAILED, second.get());
  }

  @Test
  void shouldEndWaitsWhenAValueIsSet() throws Exception {
    CompletableFuture<Integer> reached = awaitAside(5);
    untilAsleep(1);
    counter.set(5);
    assertEquals(REACHED, reached.get());
    CompletableFuture<Integer> failed = awaitAside(10);
    untilAsleep(1);
    counter.setError(1);
    assertEquals(FAILED, failed.get());
  }

  @Test
  void shouldReleaseEachThresholdWhenItIsReached() throws Exception {
    List<CompletableFuture<Integer>> waits = new ArrayList<>();
    for (int threshold = 3; threshold >= 1; threshold--) {
      waits.add(awaitAside(threshold));
      untilAsleep(waits.size());
    }
    for (int i = 2; i >= 0; i--) {
      counter.add(1);
      assertEquals(REACHED, waits.get(i).get());
      for (int other = 0; other < i; other++) {
        assertFalse(waits.get(other).isDone());
      }
    }
  }

  @Test
  void shouldReleaseAllThresholdsThatOneAddReaches() throws Exception {
    List<CompletableFuture<Integer>> waits = new ArrayList<>();
    for (int threshold = 1; threshold <= 5; threshold++) {
      waits.add(awaitAside(threshold));
    }
    untilAsleep(5);
    counter.add(5);
    for (CompletableFuture<Integer> wait : waits) {
      assertEquals(REACHED, wait.get());
    }
  }

  @Test
  void shouldDriveProgressWhileWaiting() {
    assertEquals(REACHED, counter.await(1, Deadline.FOREVER, () -> counter.add(1)));
  }

  @Test
  void shouldEndWithInterruptAndKeepIt() {
    Thread.currentThread().interrupt();
    assertEquals(INTERRUPTED, counter.await(1, Deadline.FOREVER, null));
    assertTrue(Thread.interrupted());
  }

  @Test
  void shouldEndWhenClosed() throws Exception {
    CompletableFuture<Integer> wait = awaitAside(1);
    untilAsleep(1);
    notifier.close();
    assertEquals(CLOSED, wait.get());
  }
}
