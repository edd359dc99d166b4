package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MessagesTest {
  private static final long MESSAGES = Capabilities.MSG | Capabilities.TAGGED;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldSendAndReceive(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES)) {
      MemorySegment received = pair.buffer(0);
      pair.post(() -> pair.b.endpoint.recv(received, Pair.LENGTH, FabricAddress.UNSPEC, 7));
      MemorySegment sent = pair.buffer(5);
      pair.post(() -> pair.a.endpoint.send(sent, Pair.LENGTH, pair.a.peer, -1));
      assertEquals(-1, pair.a.await().batch.context(0));
      assertEquals(7, pair.b.await().batch.context(0));
      assertEquals(Pair.LENGTH, pair.b.batch.length(0));
      assertEquals(-1, received.mismatch(sent));
      assertEquals(-Errno.EAGAIN, pair.b.queue.read(pair.b.batch, 8));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldMatchTags(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES)) {
      MemorySegment one = pair.buffer(0);
      MemorySegment two = pair.buffer(0);
      pair.post(() -> pair.b.endpoint.trecv(one, Pair.LENGTH, FabricAddress.UNSPEC, 1, 0, 11));
      pair.post(() -> pair.b.endpoint.trecv(two, Pair.LENGTH, FabricAddress.UNSPEC, 2, 0, 12));
      pair.post(() -> pair.a.endpoint.tinject(pair.buffer(2), 8, pair.a.peer, 2));
      assertEquals(12, pair.b.await().batch.context(0));
      assertEquals(2, pair.b.batch.tag(0));
      pair.post(() -> pair.a.endpoint.tsendData(pair.buffer(1), 8, 99, pair.a.peer, 1, 3));
      assertEquals(11, pair.b.await().batch.context(0));
      assertEquals(99, pair.b.batch.data(0));
      assertEquals(3, pair.a.await().batch.context(0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldGatherAndScatter(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES)) {
      MemorySegment received = pair.buffer(0);
      IoVector halves = new IoVector().add(received, 0, 8).add(received, 32, Pair.LENGTH - 32);
      pair.post(() -> pair.b.endpoint.recvv(halves, FabricAddress.UNSPEC, 1));
      Message message =
          new Message()
              .vector(new IoVector().add(pair.buffer(3), 0, 4).add(pair.buffer(4), 0, 8))
              .address(pair.a.peer)
              .context(2);
      pair.post(() -> pair.a.endpoint.sendMsg(message, OperationFlags.COMPLETION));
      assertEquals(12, pair.b.await().batch.length(0));
      assertEquals(3, received.get(ValueLayout.JAVA_BYTE, 3));
      assertEquals(4, received.get(ValueLayout.JAVA_BYTE, 7));
      assertEquals(0, received.get(ValueLayout.JAVA_BYTE, 8));
      assertEquals(4, received.get(ValueLayout.JAVA_BYTE, 35));
      assertEquals(2, pair.a.await().batch.context(0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldReportOnlyRequestedCompletions(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES, BindFlags.SELECTIVE_COMPLETION)) {
      Message message =
          new Message().vector(IoVector.of(pair.buffer(1))).address(pair.a.peer).context(2);
      Message receive = new Message().vector(IoVector.of(pair.buffer(0))).context(3);
      for (int i = 0; i < 3; i++) {
        pair.post(() -> pair.b.endpoint.recvMsg(receive, OperationFlags.COMPLETION));
        pair.post(() -> pair.a.endpoint.sendMsg(message, 0));
        assertEquals(3, pair.b.await().batch.context(0));
      }
      pair.post(() -> pair.b.endpoint.recvMsg(receive, 0));
      pair.post(() -> pair.a.endpoint.sendMsg(message.context(4), OperationFlags.COMPLETION));
      assertEquals(4, pair.a.await().batch.context(0));
      assertEquals(-Errno.EAGAIN, pair.a.queue.read(pair.a.batch, 8));
    }
  }

  /** sockets says FI_REMOTE_CQ_DATA of the send, too. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldNotReportSuppressedSendsWithData(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES, BindFlags.SELECTIVE_COMPLETION)) {
      Message message =
          new Message().vector(IoVector.of(pair.buffer(1))).address(pair.a.peer).context(4);
      for (int i = 0; i < 2; i++) {
        Message receive = new Message().vector(IoVector.of(pair.buffer(0))).context(i);
        pair.post(() -> pair.b.endpoint.recvMsg(receive, OperationFlags.COMPLETION));
      }
      pair.post(() -> pair.a.endpoint.sendData(pair.buffer(2), 8, 99, pair.a.peer, 3));
      pair.post(() -> pair.a.endpoint.sendMsg(message, OperationFlags.COMPLETION));
      assertEquals(4, pair.a.await().batch.context(0));
      assertEquals(0, pair.b.await().batch.context(0));
      assertEquals(99, pair.b.batch.data(0));
    }
  }

  /** sockets reports errors first, and its sends complete when the peer has the message. */
  @Test
  void shouldNameMessagesOfACancelledReceiveOfMany() {
    try (Pair pair = new Pair("ofi:sockets", MESSAGES | Capabilities.MULTI_RECV)) {
      Message receive = new Message().vector(IoVector.of(pair.buffer(0))).context(5);
      pair.b.endpoint.option(EndpointOption.MIN_MULTI_RECV, 1);
      pair.post(() -> pair.b.endpoint.recvMsg(receive, OperationFlags.MULTI_RECV));
      pair.post(() -> pair.a.endpoint.send(pair.buffer(1), 8, pair.a.peer, 6));
      assertEquals(6, pair.a.await().batch.context(0));
      assertEquals(0, pair.b.endpoint.cancel(5));
      assertEquals(-Errno.EAVAIL, pair.b.queue.read(pair.b.batch, 1));
      ErrorCompletion error = ErrorCompletion.allocate(pair.arena);
      assertEquals(1, pair.b.queue.readErr(error, 0));
      assertEquals(5, error.context());
      assertEquals(5, pair.b.await().batch.context(0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldCancelByTheCallersContext(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES)) {
      pair.post(
          () -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 0x1234_5678_9ABCL));
      pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 2));
      assertEquals(0, pair.b.endpoint.cancel(99));
      assertEquals(0, pair.b.endpoint.cancel(0x1234_5678_9ABCL));
      while (pair.b.queue.read(pair.b.batch, 1) != -Errno.EAVAIL) {
        Thread.onSpinWait();
      }
      ErrorCompletion error = ErrorCompletion.allocate(pair.arena);
      assertEquals(1, pair.b.queue.readErr(error, 0));
      assertEquals(Errno.ECANCELED, error.error());
      assertEquals(0x1234_5678_9ABCL, error.context());
      assertTrue((error.flags() & CompletionFlags.RECV) != 0, error::toString);
      pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 8, pair.a.peer));
      assertEquals(2, pair.b.await().batch.context(0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseWhatCWouldFollow(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES)) {
      MemorySegment buffer = pair.arena.allocate(pair.info.transmit().injectSize() + 1);
      assertEquals(-Errno.EINVAL, pair.a.endpoint.send(buffer, 1, 77, 0));
      assertEquals(-Errno.EMSGSIZE, pair.a.endpoint.inject(buffer, buffer.byteSize(), pair.a.peer));
      MemorySegment closed = Arena.ofShared().allocate(8);
      try (Arena arena = Arena.ofShared()) {
        closed = arena.allocate(8);
      }
      MemorySegment gone = closed;
      assertThrows(
          IllegalArgumentException.class, () -> pair.a.endpoint.send(gone, 8, pair.a.peer, 0));
      assertThrows(FabricException.class, pair.a.queue::close);
      assertThrows(FabricException.class, pair.domain::close);
      assertThrows(FabricException.class, pair.fabric::close);
      pair.a.endpoint.close();
      assertThrows(
          IllegalStateException.class, () -> pair.a.endpoint.send(buffer, 1, pair.a.peer, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldWriteAndReadRemoteMemory(String provider) {
    try (Pair pair = new Pair(provider, MESSAGES | Capabilities.RMA)) {
      MemorySegment target = pair.buffer(0);
      MemorySegment local = pair.buffer(6);
      try (MemoryRegion region =
          pair.domain.register(target, AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE, 42)) {
        long mode = pair.domain.attributes().memoryRegistrationMode();
        boolean virtual = (mode & MemoryRegistrationMode.VIRT_ADDR) != 0;
        long address = virtual ? target.address() : 0;
        long peer = pair.a.peer;
        pair.post(() -> pair.a.endpoint.write(local, 16, peer, address + 8, region.key(), 1));
        assertEquals(1, pair.a.await().batch.context(0));
        assertEquals(CompletionFlags.RMA | CompletionFlags.WRITE, pair.a.batch.flags(0));
        MemorySegment back = pair.buffer(0);
        pair.post(() -> pair.a.endpoint.read(back, 64, peer, address, region.key(), 2));
        assertEquals(2, pair.a.await().batch.context(0));
        assertEquals(0, back.get(ValueLayout.JAVA_BYTE, 7));
        assertEquals(6, back.get(ValueLayout.JAVA_BYTE, 8));
        assertEquals(-1, back.mismatch(target));
      }
    }
  }
}
