package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Futures of the end of a peer. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PeerGoneTest {
  private static <T> T soon(CompletableFuture<T> future) throws Exception {
    return future.get(300, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldReportTheEndOfThePeerAfterItsMessages(String provider) throws Exception {
    try (Node server = Node.open(provider);
        Node client = Node.open(provider);
        Operations operations = Operations.driven(client.endpoint(), client.queue())) {
      long peer = client.peer(server.address());
      List<String> seen = new ArrayList<>();
      CompletableFuture<Failure> gone = operations.onPeerGone(peer);
      LeasedBuffer room = LeasedBuffer.allocate(client.domain(), 8);
      var received = operations.trecv(room, peer, 7, 0).thenRun(() -> seen.add("message"));
      var ended = gone.thenRun(() -> seen.add("end"));
      server.endpoint().tinject(server.domain().allocate(8), 8, server.peer(client.address()), 7);
      server.endpoint().close();
      soon(received);
      soon(ended);
      assertEquals(List.of("message", "end"), seen);
      assertEquals(Errno.ECONNRESET, gone.join().error());
      assertEquals("The peer was closed, or its process ended", gone.join().providerText());
      assertEquals(Errno.EHOSTUNREACH, soon(operations.onPeerGone(peer)).error());
    }
  }

  @Test
  void shouldCompleteEachRegistrationOnce() throws Exception {
    try (Node server = Node.open("loopback");
        Node client = Node.open("loopback");
        Operations operations = Operations.driven(client.endpoint(), client.queue())) {
      long peer = client.peer(server.address());
      AtomicInteger calls = new AtomicInteger();
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        all.add(operations.onPeerGone(peer).thenAccept(_ -> calls.incrementAndGet()));
        if (i == 25) {
          server.endpoint().close();
        }
      }
      for (CompletableFuture<Void> each : all) {
        soon(each);
      }
      assertEquals(50, calls.get());
    }
  }

  @Test
  void shouldNotWaitForItsEndWhenItDrainsOrCloses() throws Exception {
    try (Node server = Node.open("loopback");
        Node client = Node.open("loopback")) {
      CompletableFuture<Failure> gone;
      try (Operations operations = Operations.driven(client.endpoint(), client.queue())) {
        gone = operations.onPeerGone(client.peer(server.address()));
        assertEquals(0, operations.pending());
        assertTrue(operations.drain(Duration.ofMinutes(5)));
        assertFalse(gone.isDone());
      }
      ExecutionException thrown = assertThrows(ExecutionException.class, () -> soon(gone));
      Failure failure =
          assertInstanceOf(OperationFailedException.class, thrown.getCause()).failure();
      assertEquals(Errno.ECANCELED, failure.error());
    }
  }

  @Test
  void shouldFreeThePlaceOfACancelledRegistration() throws Exception {
    try (Node server = Node.open("loopback");
        Node client = Node.open("loopback");
        Operations operations = Operations.driven(client.endpoint(), client.queue())) {
      long peer = client.peer(server.address());
      long places = client.info().receive().size();
      for (int i = 0; i < 3 * places; i++) {
        assertTrue(operations.onPeerGone(peer).cancel(false));
      }
      CompletableFuture<Failure> last = operations.onPeerGone(peer);
      server.endpoint().close();
      assertEquals(Errno.ECONNRESET, soon(last).error());
    }
  }
}
