package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.program.FaultyProxy;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that concurrently read one queue, wait for futures, and close. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SharedReadingTest {
  private static final long ANY = -1;

  private final Station station = Station.open();
  private final CountDownLatch taken = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /** The station's queue; the first read that takes an entry returns only when released. */
  private CompletionQueue heldQueue() {
    return (CompletionQueue)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CompletionQueue.class},
            (proxy, method, arguments) -> {
              Object result = FaultyProxy.call(station.queue, method, arguments);
              if (method.getName().endsWith("readFrom") && (int) result > 0) {
                taken.countDown();
                goOn.await();
              }
              return result;
            });
  }

  private static <T> CompletableFuture<T> aside(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, run -> Thread.ofPlatform().daemon().start(run));
  }

  private static boolean isBlocked(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  private static void awaitBlockedOrEnded(Thread thread) throws InterruptedException {
    while (!isBlocked(thread) && thread.isAlive()) {
      Thread.sleep(1);
    }
  }

  @Test
  void shouldEndWithSuccessWhatWasReadBeforeTheClose() throws Exception {
    try (station) {
      Operations operations = Operations.manual(station.endpoint, heldQueue());
      LeasedBuffer room = station.buffer(8);
      CompletableFuture<Success> received = operations.recv(room, ANY);
      CompletableFuture<Success> never = operations.recv(station.buffer(8), ANY);
      station.inject(8);
      CompletableFuture<Success> awaited = aside(() -> operations.await(received));
      taken.await();
      CompletableFuture<Boolean> free = new CompletableFuture<>();
      Thread closer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    operations.close();
                    free.complete(!room.isLent());
                  });
      awaitBlockedOrEnded(closer);
      goOn.countDown();
      assertEquals(8, received.get().length());
      assertEquals(8, awaited.get().length());
      assertTrue(free.get(), "the buffer is free after the close");
      assertEquals(Errno.ECANCELED, error(never));
    }
  }

  private static int error(CompletableFuture<Success> future) throws InterruptedException {
    try {
      return future.get().flags() == 0 ? 0 : -1;
    } catch (ExecutionException e) {
      return ((OperationFailedException) e.getCause()).failure().error();
    }
  }

  @Test
  void shouldSleepWhileAnotherThreadReads() throws Exception {
    try (station;
        Operations operations = Operations.manual(station.endpoint, station.queue)) {
      CompletableFuture<Success> received = operations.recv(station.buffer(8), ANY);
      Thread reader = Thread.ofPlatform().start(() -> operations.drive(-1));
      awaitBlockedOrEnded(reader);
      assertTrue(reader.isAlive());
      CompletableFuture<Success> awaited = new CompletableFuture<>();
      Thread waiter = Thread.ofPlatform().start(() -> awaited.complete(operations.await(received)));
      awaitBlockedOrEnded(waiter);
      assertFalse(awaited.isDone());
      station.inject(8);
      assertEquals(8, awaited.get().length());
      reader.join();
    }
  }
}
