package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A consumer of other completions that throws. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ThrowingConsumerTest {
  private static final long FIRST = 1_000_000;
  private static final int MESSAGES = 5;

  private final List<Long> seen = new ArrayList<>();

  @Test
  void shouldGetEachCompletionOfABatch() {
    try (Station station = Station.open();
        Operations operations =
            Operations.manual(station.endpoint, station.queue, throwing("consumer"))) {
      receiveAll(station);
      Error thrown = assertThrows(AssertionError.class, () -> operations.drive(0));
      assertEquals("consumer " + FIRST, thrown.getMessage());
      assertEquals(1, thrown.getSuppressed().length, "failures after it");
      assertEquals(MESSAGES, seen.size(), "completions");
    }
  }

  @Test
  void shouldNotEndTheReadingThread() {
    try (Station station = Station.open();
        Operations operations =
            Operations.driven(station.endpoint, station.queue, throwing("expected"))) {
      send(station); // the thread may read before this returns
      CompletableFuture<Success> later = operations.recv(station.buffer(8), station.self);
      station.inject(8);
      assertEquals(8, later.join().length());
    }
  }

  @Test
  void shouldNotKeepFuturesFromEndingAtClose() {
    try (Station station = Station.open()) {
      Operations operations =
          Operations.manual(station.endpoint, station.queue, throwing("consumer"));
      receiveAll(station);
      CompletableFuture<Success> pending = operations.recv(station.buffer(8), station.self);
      assertThrows(AssertionError.class, operations::close);
      assertTrue(pending.isDone(), "pending at the close");
      Throwable cause = assertThrows(CompletionException.class, pending::join).getCause();
      assertEquals(Errno.ECANCELED, ((OperationFailedException) cause).failure().error());
    }
  }

  private Consumer<Completion> throwing(String message) {
    return completion -> {
      seen.add(completion.context());
      throw new AssertionError(message + " " + completion.context());
    };
  }

  private static void receiveAll(Station station) {
    send(station);
    assertEquals(0, station.queue.read(null, 0), "something is queued");
  }

  private static void send(Station station) {
    for (int i = 0; i < MESSAGES; i++) {
      station.receive(8, FIRST + i);
      station.inject(8);
    }
  }
}
