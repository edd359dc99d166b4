package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue whose reads fail for good, as after an overrun. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class UnreadableQueueTest {

  @ParameterizedTest
  @ValueSource(ints = {Errno.EOVERRUN, Errno.EIO})
  void shouldThrowWhatEndsAllReading(int error) {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      Completions completions = Completions.of(faulty.queue());
      faulty.readResult = -error;
      for (int timeout : new int[] {0, 1000}) {
        FabricException thrown =
            assertThrows(FabricException.class, () -> completions.startPoll(timeout));
        assertEquals(error, thrown.errno());
      }
      faulty.readResult = 0;
      try (var poll = completions.startPoll()) {
        assertFalse(poll.next(), "open again");
        faulty.readResult = -error;
        assertThrows(FabricException.class, poll::next);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.EAGAIN, Errno.EINTR, Errno.EBADF})
  void shouldBeEmptyIfAReadOnlyEndedEarly(int error) {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      faulty.readResult = -error;
      try (var poll = Completions.of(faulty.queue()).startPoll(1000)) {
        assertFalse(poll.next());
      }
    }
  }

  @Test
  void shouldNotRepeatAReadOfTheErrorForEver() {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      faulty.readResult = -Errno.EAVAIL;
      faulty.errorResult = -Errno.EIO;
      Completions completions = Completions.of(faulty.queue());
      assertEquals(Errno.EIO, assertThrows(FabricException.class, completions::startPoll).errno());
    }
  }

  @Test
  void shouldEndAllOperationsOnce() throws InterruptedException {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      Operations operations = Operations.driven(station.endpoint, faulty.queue());
      LeasedBuffer buffer = station.buffer(8);
      CompletableFuture<Success> received = operations.recv(buffer, -1);
      faulty.readResult = -Errno.EOVERRUN;
      station.queue.signal();
      failsWith(Errno.EOVERRUN, received);
      assertDoesNotThrow(buffer.returned()::join);
      assertFalse(buffer.isLent());
      assertEquals(0, operations.pending());
      Throwable refused =
          assertThrows(IllegalStateException.class, () -> operations.recv(buffer, -1));
      assertEquals(Errno.EOVERRUN, ((FabricException) refused.getCause()).errno());
      requireNoMoreReads(faulty);
      operations.close();
      assertTrue(station.endpoint.isClosed());
    }
  }

  private static void requireNoMoreReads(FaultyQueue faulty) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(20);
    long before = faulty.reads();
    TimeUnit.MILLISECONDS.sleep(50);
    assertEquals(before, faulty.reads());
  }

  @Test
  void shouldEndWhatIsAwaited() {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      try (Operations operations = Operations.manual(station.endpoint, faulty.queue())) {
        CompletableFuture<Success> received = operations.recv(station.buffer(8), -1);
        faulty.readResult = -Errno.EIO;
        assertThrows(CompletionException.class, () -> operations.await(received));
        failsWith(Errno.EIO, received);
        assertEquals(0, operations.drive(0));
      }
    }
  }

  private static void failsWith(int error, CompletableFuture<Success> future) {
    Throwable cause = assertThrows(CompletionException.class, future::join).getCause();
    assertEquals(error, ((OperationFailedException) cause).failure().error());
  }
}
