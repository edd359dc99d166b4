package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A future for each operation. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OperationsTest {
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG;
  private static final long ANY = -1;

  private static <T> T soon(CompletableFuture<T> future) throws Exception {
    return future.get(300, TimeUnit.SECONDS);
  }

  private static Failure failure(CompletableFuture<Success> future) {
    ExecutionException thrown = assertThrows(ExecutionException.class, () -> soon(future));
    return assertInstanceOf(OperationFailedException.class, thrown.getCause()).failure();
  }

  @Test
  void shouldEndBothFuturesOfMessage() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      LeasedBuffer room = station.buffer(64);
      LeasedBuffer text = station.buffer(8);
      text.segment().set(NUMBER, 0, 4711);
      CompletableFuture<Success> received = operations.trecv(room, ANY, 7, 0);
      soon(operations.tsend(text, 8, station.self, 7));
      Success success = soon(received);
      assertEquals(8, success.length());
      assertEquals(7, success.tag());
      assertEquals(4711, room.segment().get(NUMBER, 0));
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldReadAndWriteRemoteMemory() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      MemorySegment memory = station.memory(64);
      try (MemoryRegion region =
          station.domain.register(
              memory, AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE, 5, null)) {
        LeasedBuffer buffer = station.buffer(8);
        buffer.segment().set(NUMBER, 0, 11);
        soon(operations.write(buffer, 8, station.self, 16, region.key()));
        assertEquals(11, memory.get(NUMBER, 16));
        memory.set(NUMBER, 24, 12);
        soon(operations.read(buffer, 8, station.self, 24, region.key()));
        assertEquals(12, buffer.segment().get(NUMBER, 0));
        assertEquals(
            Errno.EACCES, failure(operations.read(buffer, 8, station.self, 60, 5)).error());
        assertEquals(Errno.ENOKEY, failure(operations.read(buffer, 8, station.self, 0, 6)).error());
      }
    }
  }

  @Test
  void shouldExplainFailure() {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      CompletableFuture<Success> received = operations.recv(station.buffer(4), ANY);
      station.inject(8);
      ExecutionException thrown = assertThrows(ExecutionException.class, () -> soon(received));
      String message = thrown.getCause().getMessage();
      assertTrue(message.contains("FI_ETRUNC"), message);
      assertTrue(message.contains("4 bytes found no room"), message);
      assertTrue(message.contains("next:"), message);
    }
  }

  @Test
  void shouldKeepBufferLentUntilTheCompletionWhateverTheFuture() throws Exception {
    try (Station station = Station.open(WaitObject.NONE, Threading.DOMAIN);
        Operations operations = Operations.manual(station.endpoint, station.queue)) {
      LeasedBuffer room = station.buffer(8);
      CompletableFuture<Success> received = operations.recv(room, ANY);
      assertTrue(received.cancel(false));
      assertTrue(room.isLent());
      assertThrows(IllegalStateException.class, room::segment);
      assertThrows(IllegalStateException.class, room::close);
      assertThrows(IllegalStateException.class, () -> operations.recv(room, ANY));
      assertEquals(1, operations.drive(0));
      assertFalse(room.isLent());
      Failure end = assertInstanceOf(Failure.class, soon(room.returned()));
      assertEquals(Errno.ECANCELED, end.error());
      room.close();
      assertThrows(IllegalStateException.class, room::segment);
    }
  }

  @Test
  void shouldEndEachOperationOnceBesideCancels() throws Exception {
    int rounds = 3_000;
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      LeasedBuffer room = station.buffer(8);
      MemorySegment message = station.memory(8);
      int received = 0;
      int sent = 0;
      for (int round = 0; round < rounds; round++) {
        CompletableFuture<Success> receive = operations.recv(room, ANY);
        Thread canceller = Thread.startVirtualThread(() -> receive.cancel(false));
        if (sent == received && station.endpoint.inject(message, 8, station.self) == 0) {
          sent++;
        }
        received += soon(room.returned()) instanceof Success ? 1 : 0;
        canceller.join();
      }
      while (received < sent) {
        soon(operations.recv(room, ANY));
        received++;
      }
      assertEquals(0, operations.pending());
      assertFalse(room.isLent());
    }
  }

  @Test
  void shouldTellThatTheMessageWasFasterThanTheCancel() throws Exception {
    try (Station station = Station.open(WaitObject.NONE, Threading.SAFE);
        Operations operations = Operations.manual(station.endpoint, station.queue)) {
      LeasedBuffer room = station.buffer(8);
      CompletableFuture<Success> received = operations.recv(room, ANY);
      station.inject(8);
      station.queue.read(null, 0);
      assertTrue(received.cancel(false));
      assertTrue(room.isLent());
      operations.drive(0);
      assertEquals(8, assertInstanceOf(Success.class, soon(room.returned())).length());
      assertThrows(CancellationException.class, received::join);
    }
  }

  @Test
  void shouldCancelWhatTimesOut() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      LeasedBuffer room = station.buffer(8);
      CompletableFuture<Success> received =
          operations.recv(room, ANY).orTimeout(10, TimeUnit.MILLISECONDS);
      ExecutionException thrown = assertThrows(ExecutionException.class, () -> soon(received));
      assertInstanceOf(TimeoutException.class, thrown.getCause());
      assertInstanceOf(Failure.class, soon(room.returned()));
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldWaitForRoom() throws Exception {
    int messages = 1_000;
    try (Station station = Station.open(4);
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      List<CompletableFuture<Success>> sent = new ArrayList<>();
      for (int i = 0; i < messages; i++) { // into the endpoint's own store, as no receive is posted
        sent.add(operations.send(station.buffer(8), 8, station.self));
      }
      for (CompletableFuture<Success> each : sent) {
        soon(each);
      }
    }
  }

  @Test
  void shouldGiveUpWaitingForRoomWhenInterrupted() throws Exception {
    try (Station station = Station.open(1);
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      CompletableFuture<Success> received = operations.recv(station.buffer(8), ANY);
      LeasedBuffer second = station.buffer(8);
      CompletableFuture<Failure> refused = new CompletableFuture<>();
      Thread thread =
          Thread.startVirtualThread(() -> refused.complete(failure(operations.recv(second, ANY))));
      while (operations.pending() < 2) {
        Thread.onSpinWait();
      }
      thread.interrupt();
      assertEquals(Errno.EINTR, soon(refused).error());
      assertFalse(second.isLent());
      station.inject(8);
      soon(received);
    }
  }

  @Test
  void shouldEndEverythingWhenItCloses() throws Exception {
    try (Station station = Station.open()) {
      Operations operations = Operations.driven(station.endpoint, station.queue);
      LeasedBuffer room = station.buffer(8);
      CompletableFuture<Success> received = operations.recv(room, ANY);
      operations.close();
      operations.close();
      assertEquals(Errno.ECANCELED, failure(received).error());
      room.close();
      assertThrows(IllegalStateException.class, () -> operations.recv(station.buffer(8), ANY));
    }
  }

  @Test
  void shouldEndEverythingWhenItsEndpointIsClosed() {
    try (Station station = Station.open()) {
      Operations operations = Operations.driven(station.endpoint, station.queue);
      CompletableFuture<Success> received = operations.recv(station.buffer(8), ANY);
      station.endpoint.close();
      assertEquals(Errno.ECANCELED, failure(received).error());
      LeasedBuffer late = station.buffer(8);
      assertThrows(IllegalStateException.class, () -> operations.recv(late, ANY));
      assertFalse(late.isLent());
      operations.close();
    }
  }

  @Test
  void shouldRefuseAPostThatWaitsForRoomWhenItsEndpointIsClosed() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      LeasedBuffer buffer = station.buffer(8);
      Post withoutRoom = (_, _) -> -Errno.EAGAIN;
      CompletableFuture<Exception> refused =
          CompletableFuture.supplyAsync(
              () ->
                  assertThrows(
                      IllegalStateException.class, () -> operations.submit(buffer, withoutRoom)));
      while (operations.pending() < 1) {
        Thread.onSpinWait();
      }
      station.endpoint.close();
      soon(refused);
      assertFalse(buffer.isLent());
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldEndRefusedOperationWithItsErrno() {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      LeasedBuffer buffer = station.buffer(8);
      assertEquals(Errno.EINVAL, failure(operations.send(buffer, 8, 99)).error());
      assertThrows(IllegalArgumentException.class, () -> operations.send(buffer, 9, station.self));
      assertFalse(buffer.isLent());
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldGiveOthersWhatWasNotSubmitted() throws Exception {
    CompletableFuture<Completion> other = new CompletableFuture<>();
    try (Station station = Station.open();
        Operations operations =
            Operations.driven(station.endpoint, station.queue, other::complete)) {
      station.receive(8, -5);
      station.inject(8);
      assertEquals(-5, soon(other).context());
      assertEquals(0, operations.pending());
    }
  }

  @Test
  void shouldPostAnyOperation() throws Exception {
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      MemorySegment memory = station.memory(8);
      MemoryRegion region = station.domain.register(memory, AccessFlags.REMOTE_WRITE, 5, null);
      RmaMessage write = new RmaMessage().address(station.self);
      write.remote().add(0, 8, region.key());
      LeasedBuffer buffer = station.buffer(8);
      buffer.segment().set(NUMBER, 0, 3);
      soon(
          operations.submit(
              buffer,
              (lent, context) -> {
                write.vector().clear().add(lent);
                return station.endpoint.writeMsg(write.context(context), OperationFlags.COMPLETION);
              }));
      assertEquals(3, memory.get(NUMBER, 0));
      region.close();
    }
  }

  @Test
  void shouldLetDependentsSubmit() throws Exception {
    int messages = 2_000;
    try (Station station = Station.open();
        Operations operations = Operations.driven(station.endpoint, station.queue)) {
      AtomicInteger received = new AtomicInteger();
      CompletableFuture<Void> all = new CompletableFuture<>();
      LeasedBuffer room = station.buffer(8);
      LeasedBuffer message = station.buffer(8);
      receiveAll(operations, room, received, messages, all);
      for (int i = 0; i < messages; i++) {
        soon(operations.send(message, 8, station.self));
      }
      soon(all);
    }
  }

  private static void receiveAll(
      Operations operations,
      LeasedBuffer room,
      AtomicInteger received,
      int messages,
      CompletableFuture<Void> all) {
    var _ =
        operations
            .recv(room, ANY)
            .thenAccept(
                success -> {
                  if (received.incrementAndGet() == messages) {
                    all.complete(null);
                  } else {
                    receiveAll(operations, room, received, messages, all);
                  }
                });
  }

  @Test
  void shouldAwaitByHand() {
    for (WaitObject wait : List.of(WaitObject.NONE, WaitObject.UNSPEC)) {
      try (Station station = Station.open(wait, Threading.DOMAIN);
          Operations operations = Operations.manual(station.endpoint, station.queue)) {
        CompletableFuture<Success> received = operations.recv(station.buffer(8), ANY);
        CompletableFuture<Success> sent = operations.send(station.buffer(8), 8, station.self);
        assertEquals(8, operations.await(received).length());
        operations.await(sent);
      }
    }
  }

  @Test
  void shouldRefuseThreadWhereNoneMayRead() {
    try (Station deaf = Station.open(WaitObject.NONE, Threading.SAFE);
        Station single = Station.open(WaitObject.UNSPEC, Threading.DOMAIN)) {
      assertThrows(
          IllegalArgumentException.class, () -> Operations.driven(deaf.endpoint, deaf.queue));
      assertThrows(
          IllegalArgumentException.class, () -> Operations.driven(single.endpoint, single.queue));
    }
  }
}
