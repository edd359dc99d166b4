package dev.weft.provider.fabric.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Misuse is reported with argument and value, and has no effect on the queue. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class MisuseTest {
  private static final long ANY = -1;

  private final String fabric = Node.freshName();
  private final Node a = Node.open(fabric);
  private final Node b = Node.open(fabric);
  private final long there = a.handleOf(b);
  private final MemorySegment good = a.memory(64);
  private final List<DynamicTest> rows = new ArrayList<>();

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private static MemorySegment closed() {
    try (Arena arena = Arena.ofShared()) {
      return arena.allocate(64);
    }
  }

  /** Repeats the misuse as often as the queue has room, and checks that everything still works. */
  private void refused(String name, String text, Executable misuse) {
    rows.add(
        dynamicTest(
            name,
            () -> {
              for (int i = 0; i <= a.queue.size(); i++) {
                var thrown = assertThrows(IllegalArgumentException.class, misuse);
                assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
              }
              assertThatTheQueueIsWhole();
            }));
  }

  private void assertThatTheQueueIsWhole() {
    assertEquals(0, b.endpoint.recv(b.memory(64), 64, ANY, 2));
    assertEquals(0, a.endpoint.send(good, 64, there, 1));
    a.expect(1);
    b.expect(2);
    a.expectNothing();
    b.expectNothing();
    long room = 0;
    while (a.endpoint.recv(good, 64, ANY, 7) == 0) {
      room++;
    }
    assertEquals(a.info.receive().size(), room);
    for (long i = 0; i < room; i++) {
      a.endpoint.cancel(7);
      a.expectError(7, Errno.ECANCELED);
    }
  }

  @TestFactory
  List<DynamicTest> shouldRefuseBadBuffers() {
    MemorySegment heap = MemorySegment.ofArray(new byte[64]);
    MemorySegment confined = Arena.ofConfined().allocate(64);
    MemorySegment readOnly = a.memory(64).asReadOnly();
    Endpoint end = a.endpoint;
    refused("null", "buffer=null", () -> end.send(null, 8, there, 1));
    refused("heap", "lies on the heap", () -> end.send(heap, 8, there, 1));
    refused("confined", "confined to one thread", () -> end.tsend(confined, 8, there, 0, 1));
    refused("closed", "is closed", () -> end.send(closed(), 8, there, 1));
    refused("closed, large", "is closed", () -> end.inject(closed(), 64, there));
    refused("negative", "length=-1", () -> end.send(good, -1, there, 1));
    refused("too long", "length=65, allowed 0..64", () -> end.send(good, 65, there, 1));
    refused("inject heap", "buffer=", () -> end.inject(heap, 8, there));
    refused("tinject null", "buffer=null", () -> end.tinject(null, 8, there, 0));
    refused("sendData", "length=99", () -> end.sendData(good, 99, 1, there, 1));
    refused("tsendData", "length=99", () -> end.tsendData(good, 99, 1, there, 1, 1));
    refused("recv null", "buffer=null", () -> end.recv(null, 8, ANY, 1));
    refused("recv heap", "lies on the heap", () -> end.recv(heap, 8, ANY, 1));
    refused("recv read-only", "is read-only", () -> end.recv(readOnly, 8, ANY, 1));
    refused("recv closed", "is closed", () -> end.recv(closed(), 8, ANY, 1));
    refused("trecv read-only", "is read-only", () -> end.trecv(readOnly, 8, ANY, 0, 0, 1));
    refused("trecv long", "length=65", () -> end.trecv(good, 65, ANY, 0, 0, 1));
    return rows;
  }

  @TestFactory
  List<DynamicTest> shouldRefuseBadVectorsAndMessages() {
    IoVector readOnly = IoVector.of(a.memory(8).asReadOnly());
    IoVector closed = IoVector.of(a.memory(8), closed());
    Endpoint end = a.endpoint;
    refused("sendv null", "vector=null", () -> end.sendv(null, there, 1));
    refused("sendv closed", "is closed", () -> end.sendv(closed, there, 1));
    refused("tsendv null", "vector=null", () -> end.tsendv(null, there, 0, 1));
    refused("recvv read-only", "is read-only", () -> end.recvv(readOnly, ANY, 1));
    refused("trecvv closed", "is closed", () -> end.trecvv(closed, ANY, 0, 0, 1));
    refused("sendMsg null", "message=null", () -> end.sendMsg(null, 0));
    refused("tsendMsg null", "message=null", () -> end.tsendMsg(null, 0));
    refused("recvMsg null", "message=null", () -> end.recvMsg(null, 0));
    refused("trecvMsg null", "message=null", () -> end.trecvMsg(null, 0));
    return rows;
  }

  @TestFactory
  List<DynamicTest> shouldRefuseBadBatches() {
    CompletionBatch small = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 2);
    CompletionBatch other = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.DATA, 2);
    AddressBatch one = AddressBatch.allocate(Arena.ofAuto(), 1);
    CompletionQueue queue = a.queue;
    refused("null", "batch=null", () -> queue.read(null, 1));
    refused("negative", "count=-1, allowed 0..2", () -> queue.read(small, -1));
    refused("too many", "count=3, allowed 0..2", () -> queue.read(small, 3));
    refused("format", "batch.format()=DATA", () -> queue.read(other, 1));
    refused("sources", "sources.capacity()=1", () -> queue.readFrom(small, 2, one));
    refused("error", "entry=null", () -> queue.readErr(null, 0));
    PollSet set = a.domain.openPollSet(PollSetAttributes.builder().build(), null);
    refused("poll null", "contexts=null", () -> set.poll(null, -1));
    refused("poll", "count=2, allowed 0..1", () -> set.poll(new Object[1], 2));
    rows.add(dynamicTest("close", set::close));
    return rows;
  }

  @Test
  void shouldRefuseMoreBuffersThanAnOperationCanHave() {
    IoVector nine = new IoVector();
    for (int i = 0; i < 9; i++) {
      nine.add(a.memory(8));
    }
    for (int i = 0; i <= a.queue.size(); i++) {
      assertEquals(-Errno.EINVAL, a.endpoint.sendv(nine, there, 1));
      assertEquals(-Errno.EINVAL, a.endpoint.recvv(nine, ANY, 1));
      assertEquals(-Errno.EINVAL, a.endpoint.trecvv(nine, ANY, 0, 0, 1));
    }
    TaggedMessage peek = new TaggedMessage().vector(nine).address(ANY).context(5);
    assertEquals(0, a.endpoint.trecvMsg(peek, OperationFlags.PEEK), "buffers are not looked at");
    a.expectError(5, Errno.ENOMSG);
    assertThatTheQueueIsWhole();
  }

  @Test
  void shouldFailReceiveWhoseBufferWasClosedMeanwhile() {
    Arena arena = Arena.ofShared();
    assertEquals(0, b.endpoint.recv(arena.allocate(64), 64, ANY, 3));
    arena.close();
    assertEquals(0, a.endpoint.send(good, 64, there, 1));
    a.expect(1);
    b.expectError(3, Errno.EFAULT);
    assertThatTheQueueIsWhole();
  }

  @Test
  void shouldRefuseClosedObjects() {
    Endpoint other = a.domain.openEndpoint(a.info);
    other.bind(a.queue, BindFlags.TRANSMIT | BindFlags.RECV);
    other.bind(a.vector, 0);
    other.enable();
    other.close();
    other.close();
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> other.send(good, 8, there, 1));
    assertEquals("this EP is closed", thrown.getMessage());
    assertThrows(IllegalStateException.class, () -> other.recv(good, 8, ANY, 1));
    assertThrows(IllegalStateException.class, () -> other.cancel(1));
    assertThrows(IllegalStateException.class, other::name);
    CompletionQueue queue = a.domain.openCompletionQueue(Node.queueOf(WaitObject.UNSPEC, 0), null);
    queue.close();
    assertThrows(IllegalStateException.class, () -> queue.read(null, 0));
    assertThrows(IllegalStateException.class, () -> queue.sread(a.batch, 1, 0, 0));
    assertThrows(IllegalStateException.class, queue::signal);
    assertThatTheQueueIsWhole();
  }

  @Test
  void shouldRefuseToCloseWhatOthersDependOn() {
    for (FabricObject busy : List.of(a.queue, a.vector, a.domain, a.fabric)) {
      FabricException thrown = assertThrows(FabricException.class, busy::close);
      assertEquals(Errno.EBUSY, thrown.errno(), thrown.getMessage());
    }
    Endpoint alias = a.endpoint.alias(BindFlags.TRANSMIT);
    assertEquals(Errno.EBUSY, assertThrows(FabricException.class, a.endpoint::close).errno());
    alias.close();
    assertThatTheQueueIsWhole();
  }

  @Test
  void shouldNameTheCallThatRefusesFlagsOfAnAlias() {
    FabricException thrown =
        assertThrows(
            FabricException.class,
            () -> a.endpoint.alias(BindFlags.TRANSMIT | OperationFlags.TRIGGER));
    assertTrue(thrown.getMessage().startsWith("fi_ep_alias"), thrown::getMessage);
  }

  @Test
  void shouldRefuseDefaultsThatDatagramsCannotKeep() {
    String name = Node.freshName();
    var hints = Node.hints().endpointType(EndpointType.DGRAM);
    try (Node datagrams = Node.open(name, hints, WaitObject.NONE)) {
      FabricException thrown =
          assertThrows(
              FabricException.class,
              () ->
                  datagrams.endpoint.operationFlags(
                      BindFlags.TRANSMIT, OperationFlags.DELIVERY_COMPLETE));
      assertEquals(Errno.EINVAL, thrown.errno());
    }
  }

  @Test
  void shouldKnowSourcesWhereOnlyUnknownOnesAreAskedFor() {
    var hints = Node.hints().capabilities(Capabilities.MSG | Capabilities.SOURCE_ERR);
    try (Node picky = Node.open(fabric, hints, WaitObject.NONE)) {
      long handle = a.handleOf(picky);
      assertEquals(0, picky.endpoint.recv(picky.memory(8), 8, ANY, 1));
      assertEquals(0, picky.endpoint.recv(picky.memory(8), 8, ANY, 2));
      a.endpoint.inject(good, 8, handle);
      picky.expectError(1, Errno.EADDRNOTAVAIL);
      picky.handleOf(a);
      a.endpoint.inject(good, 8, handle);
      picky.expect(2);
    }
  }

  @Test
  void shouldUseTheLowestFreeHandleAgain() {
    byte[][] names = new byte[4][];
    for (int i = 0; i < names.length; i++) {
      names[i] = ("loopback://peer" + i).getBytes(StandardCharsets.UTF_8);
      assertEquals(there + 1 + i, a.vector.insert(names[i]));
    }
    assertEquals(0, a.vector.remove(there + 3));
    assertEquals(0, a.vector.remove(there + 1));
    assertEquals(-Errno.EINVAL, a.vector.remove(there + 1), "twice");
    assertEquals(-Errno.EINVAL, a.endpoint.send(good, 8, there + 1, 1), "removed");
    assertEquals(there + 1, a.vector.insert(names[2]));
    assertEquals(there + 3, a.vector.insert(names[0]));
    assertEquals(there + 1, a.vector.insert(names[2]), "known");
  }

  @Test
  void shouldWaitOnCounterThatYields() {
    CounterAttributes yielding = CounterAttributes.builder().waitObject(WaitObject.YIELD).build();
    try (Counter counter = a.domain.openCounter(yielding, null)) {
      assertEquals(-Errno.ETIMEDOUT, counter.await(1, 1));
      counter.add(1);
      assertEquals(0, counter.await(1, 1));
    }
  }

  @Test
  void shouldSendToTheNewPeerOfTheSameName() {
    byte[] name = ("loopback://" + fabric + "-again").getBytes(StandardCharsets.UTF_8);
    long handle = a.vector.insert(name);
    for (int round = 0; round < 3; round++) {
      var hints = Node.hints().sourceAddress(name);
      try (Node peer = Node.open(fabric, hints, WaitObject.NONE)) {
        assertEquals(0, peer.endpoint.recv(peer.memory(8), 8, ANY, round));
        assertEquals(0, a.endpoint.send(good, 8, handle, 10 + round));
        a.expect(10 + round);
        peer.expect(round);
        int large = 1 << 16;
        assertEquals(0, a.endpoint.send(a.memory(large), large, handle, 20 + round));
      }
      a.expectError(20 + round, Errno.ECONNRESET);
    }
    assertEquals(0, a.endpoint.send(good, 8, handle, 30));
    a.expectError(30, Errno.EHOSTUNREACH);
  }

  @Test
  void shouldReportMessageTruncatedToWhatFits() {
    assertEquals(
        0,
        b.endpoint.recvMsg(
            new Message().vector(IoVector.of(b.memory(10))).address(ANY).context(4), 0));
    a.endpoint.inject(good, 64, there);
    b.expectError(4, Errno.ETRUNC);
    assertEquals(10, b.error.length());
    assertEquals(54, b.error.overflowLength());
  }
}
