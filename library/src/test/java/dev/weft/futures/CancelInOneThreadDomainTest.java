package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.program.FaultyProxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Futures that other threads complete, in a domain that only one thread may use. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class CancelInOneThreadDomainTest {
  private static final long ANY = -1;

  private final Station station = Station.open(WaitObject.UNSPEC, Threading.DOMAIN);
  private final List<Thread> cancelling = new CopyOnWriteArrayList<>();
  private final Operations operations = Operations.manual(observed(), station.queue);

  /** The endpoint, which records the threads that cancel. */
  private Endpoint observed() {
    return FaultyProxy.of(
        Endpoint.class,
        station.endpoint,
        "cancel",
        (endpoint, method, arguments) -> {
          cancelling.add(Thread.currentThread());
          return FaultyProxy.call(endpoint, method, arguments);
        });
  }

  @AfterEach
  void close() {
    operations.close();
    station.close();
  }

  @Test
  void shouldCancelWhatTimesOutOnTheThreadThatReads() {
    LeasedBuffer room = station.buffer(8);
    CompletableFuture<Success> received =
        operations.recv(room, ANY).orTimeout(1, TimeUnit.MILLISECONDS);
    CompletionException thrown =
        assertThrows(CompletionException.class, () -> operations.await(received));
    assertInstanceOf(TimeoutException.class, thrown.getCause());
    requireCancelled(room);
  }

  @Test
  void shouldCancelWhenReadingNext() throws InterruptedException {
    LeasedBuffer room = station.buffer(8);
    CompletableFuture<Success> received = operations.recv(room, ANY);
    cancelElsewhere(received).join();
    assertTrue(room.isLent());
    assertEquals(List.of(), cancelling);
    assertEquals(1, operations.drive(0));
    requireCancelled(room);
  }

  @Test
  void shouldEndTheWaitOfTheThreadThatReads() throws InterruptedException {
    LeasedBuffer room = station.buffer(8);
    Thread other = cancelElsewhere(operations.recv(room, ANY));
    while (!room.returned().isDone()) {
      operations.drive(-1);
    }
    other.join();
    requireCancelled(room);
  }

  @Test
  void shouldNotCancelWhatHasEndedMeanwhile() throws InterruptedException {
    LeasedBuffer room = station.buffer(8);
    CompletableFuture<Success> received = operations.recv(room, ANY);
    station.inject(8);
    station.queue.read(null, 0);
    cancelElsewhere(received).join();
    assertEquals(1, operations.drive(0));
    assertEquals(8, assertInstanceOf(Success.class, room.returned().join()).length());
    assertEquals(0, operations.drive(0));
    assertEquals(0, operations.pending());
  }

  private static Thread cancelElsewhere(CompletableFuture<Success> future) {
    return Thread.startVirtualThread(() -> assertTrue(future.cancel(false)));
  }

  private void requireCancelled(LeasedBuffer room) {
    while (!room.returned().isDone()) {
      operations.drive(0);
    }
    Failure failure = assertInstanceOf(Failure.class, room.returned().join());
    assertEquals(Errno.ECANCELED, failure.error());
    assertEquals(List.of(Thread.currentThread()), cancelling);
    assertFalse(room.isLent());
    assertEquals(0, operations.pending());
  }
}
