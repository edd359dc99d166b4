package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A heap that is full while a completion is read. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FullHeapTest {

  @Test
  void shouldReadTheCompletionAgain() {
    try (Station station = Station.open()) {
      FaultyQueue faulty = new FaultyQueue(station.queue);
      try (Operations operations = Operations.manual(station.endpoint, faulty.queue())) {
        LeasedBuffer buffer = station.buffer(4);
        CompletableFuture<Success> tooShort = operations.recv(buffer, -1);
        CompletableFuture<Success> received = operations.recv(station.buffer(8), -1);
        station.inject(8);
        station.inject(8);
        faulty.textFailure = new OutOfMemoryError("on purpose");
        assertThrows(OutOfMemoryError.class, () -> operations.drive(0));
        assertTrue(buffer.isLent(), "no completion was reported");
        assertEquals(2, operations.drive(0));
        Throwable cause = assertThrows(CompletionException.class, tooShort::join).getCause();
        assertEquals(Errno.ETRUNC, ((OperationFailedException) cause).failure().error());
        assertFalse(buffer.isLent());
        assertEquals(8, received.join().length());
      }
    }
  }
}
