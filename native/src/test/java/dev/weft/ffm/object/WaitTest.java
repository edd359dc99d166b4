package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that wait in {@code sread}: platform threads and virtual ones. */
class WaitTest {
  private static final int LAPS = 200;
  private static final int SIGNALS = 2000;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWakeForEachMessage(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      FutureTask<Integer> echo = new FutureTask<>(() -> laps(pair, pair.b));
      Thread.ofVirtual().start(echo);
      for (int lap = 0; lap < LAPS; lap++) {
        pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 8, pair.a.peer));
        receive(pair, pair.a);
      }
      assertEquals(LAPS, echo.get());
    }
  }

  /** Receives and sends so many messages. */
  private static int laps(Pair pair, Pair.Side side) {
    for (int lap = 0; lap < LAPS; lap++) {
      receive(pair, side);
      while (side.endpoint.inject(pair.buffer(1), 8, side.peer) == -Errno.EAGAIN) {
        side.queue.read(null, 0);
      }
    }
    return LAPS;
  }

  private static void receive(Pair pair, Pair.Side side) {
    assertEquals(0, side.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 5));
    assertEquals(1, side.queue.sread(side.batch, 1, 0, -1));
    assertEquals(5, side.batch.context(0));
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndAtTheTimeout(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      long start = System.nanoTime();
      assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, 80));
      assertTrue(System.nanoTime() - start >= 80_000_000);
      assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldLoseNoSignal(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      for (int i = 0; i < SIGNALS; i++) {
        FutureTask<Integer> signal = new FutureTask<>(pair.a.queue::signal);
        Thread.ofVirtual().start(signal);
        assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, -1));
        assertEquals(0, signal.get());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndByAnInterrupt(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      FutureTask<Boolean> waiter =
          new FutureTask<>(
              () ->
                  pair.a.queue.sread(pair.a.batch, 1, 0, -1) == -Errno.EAGAIN
                      && Thread.currentThread().isInterrupted());
      Thread thread = Thread.ofVirtual().start(waiter);
      thread.interrupt();
      assertTrue(waiter.get());
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldEndByTheClose(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      CompletionQueue queue =
          pair.domain.openCompletionQueue(
              CompletionQueueAttributes.blocking(CompletionFormat.CONTEXT));
      CompletionBatch batch = CompletionBatch.allocate(pair.arena, CompletionFormat.CONTEXT, 1);
      FutureTask<Integer> waiter = new FutureTask<>(() -> queue.sread(batch, 1, 0, -1));
      Thread thread = Thread.ofVirtual().start(waiter);
      while (thread.getState() != Thread.State.TIMED_WAITING && !waiter.isDone()) {
        Thread.onSpinWait();
      }
      queue.close();
      assertEquals(-Errno.EBADF, waiter.get());
    }
  }

  /** ofi_rxd opens the queue with FI_WAIT_FD, and then says that FI_GETWAIT is not implemented. */
  @Test
  void shouldWaitWhereTheProviderHasNoDescriptor() throws Exception {
    Installed.requireProvider("ofi:udp;ofi_rxd");
    try (Pair pair = new Pair("ofi:udp;ofi_rxd", Capabilities.MSG)) {
      FutureTask<Integer> signal = new FutureTask<>(pair.a.queue::signal);
      Thread.ofVirtual().start(signal);
      assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, -1));
      assertEquals(0, signal.get());
    }
  }
}
