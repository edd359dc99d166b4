package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that are closed once what is under way has ended. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CloseInTimeTest {
  private static final long LONG = 4 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  private static int error(CompletableFuture<?> future) {
    ExecutionException thrown =
        assertThrows(ExecutionException.class, () -> future.get(300, TimeUnit.SECONDS));
    return assertInstanceOf(OperationFailedException.class, thrown.getCause()).failure().error();
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldWaitForALongSend(String provider) throws Exception {
    try (Node receiver = Node.open(provider);
        Node sender = Node.open(provider);
        Operations receives = Operations.driven(receiver.endpoint(), receiver.queue())) {
      Operations sends = Operations.driven(sender.endpoint(), sender.queue());
      long peer = sender.peer(receiver.address());
      LeasedBuffer buffer = LeasedBuffer.allocate(sender.domain(), LONG);
      LeasedBuffer unused = LeasedBuffer.allocate(sender.domain(), 8);
      LeasedBuffer room = LeasedBuffer.allocate(receiver.domain(), LONG);
      buffer.segment().fill((byte) 7);
      CompletableFuture<Success> sent = sends.tsend(buffer, LONG, peer, 1);
      CompletableFuture<Success> never = sends.trecv(unused, peer, 2, 0);
      CompletableFuture<Failure> gone = sends.onPeerGone(peer);
      FutureTask<Boolean> closing = new FutureTask<>(() -> sends.close(FOREVER));
      Thread.startVirtualThread(closing);
      awaitRefusal(sends);
      assertFalse(sent.isDone());
      assertEquals(LONG, receives.trecv(room, -1, 1, 0).get(300, TimeUnit.SECONDS).length());
      assertEquals(7, room.segment().get(ValueLayout.JAVA_BYTE, LONG - 1));
      assertTrue(closing.get(300, TimeUnit.SECONDS));
      assertTrue(sent.isDone() && !sent.isCompletedExceptionally());
      assertEquals(Errno.ECANCELED, error(never));
      assertEquals(Errno.ECANCELED, error(gone));
      assertTrue(sender.endpoint().isClosed());
    }
  }

  /** Waits until nothing can be submitted any more. */
  private static void awaitRefusal(Operations operations) {
    boolean refused = false;
    while (!refused) {
      try {
        var _ = operations.submit(null, (_, _) -> -Errno.EINVAL);
      } catch (IllegalStateException closing) {
        refused = true;
      }
    }
  }

  @Test
  void shouldCancelWhatHasNotEndedInTime() throws Exception {
    try (Node receiver = Node.open("loopback");
        Node sender = Node.open("loopback")) {
      Operations sends = Operations.driven(sender.endpoint(), sender.queue());
      LeasedBuffer buffer = LeasedBuffer.allocate(sender.domain(), LONG);
      var sent = sends.tsend(buffer, LONG, sender.peer(receiver.address()), 1);
      assertThrows(IllegalArgumentException.class, () -> sends.close(null));
      assertThrows(IllegalArgumentException.class, () -> sends.drain(null));
      assertFalse(sent.isDone());
      assertFalse(sends.close(Duration.ofMillis(1)));
      assertEquals(Errno.ECANCELED, error(sent));
      buffer.close();
      assertTrue(sends.close(Duration.ZERO), "a second close");
    }
  }

  @Test
  void shouldCloseWhenInterrupted() {
    try (Node receiver = Node.open("loopback");
        Node sender = Node.open("loopback")) {
      Operations sends = Operations.driven(sender.endpoint(), sender.queue());
      LeasedBuffer buffer = LeasedBuffer.allocate(sender.domain(), LONG);
      var sent = sends.tsend(buffer, LONG, sender.peer(receiver.address()), 1);
      Thread.currentThread().interrupt();
      assertThrows(InterruptedException.class, () -> sends.close(PATIENCE));
      assertEquals(Errno.ECANCELED, error(sent));
    }
  }

  /** The send has ended, and the thread that reads has not completed its future yet. */
  @Test
  void shouldNotCallUnderWayWhatHasEnded() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (Station station = Station.open()) {
      Operations operations = Operations.manual(station.endpoint, station.queue);
      LeasedBuffer buffer = station.buffer(8);
      CompletableFuture<Success> sent = operations.send(buffer, 8, station.self);
      var _ =
          buffer
              .returned()
              .thenRun(
                  () -> {
                    ended.countDown();
                    await(closed);
                  });
      Thread reading = Thread.startVirtualThread(() -> driveUntil(operations, sent));
      await(ended);
      assertTrue(operations.close(Duration.ZERO));
      closed.countDown();
      reading.join();
      assertTrue(sent.isDone() && !sent.isCompletedExceptionally());
    }
  }

  private static void driveUntil(Operations operations, CompletableFuture<?> future) {
    while (!future.isDone()) {
      operations.drive(0);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
