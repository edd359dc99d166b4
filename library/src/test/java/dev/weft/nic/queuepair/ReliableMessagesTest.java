package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends and receives of reliable queue pairs, and their statuses. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReliableMessagesTest {
  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station a = new Station(addresses, TransportType.RELIABLE, 100);
  private final Station b = new Station(addresses, TransportType.RELIABLE, 200);

  @AfterEach
  void close() {
    a.close();
    b.close();
  }

  private void connect() {
    a.ready(200);
    b.ready(100);
  }

  @Test
  void shouldDeliverMessagesOfAllSizes() {
    connect();
    for (int size : new int[] {0, 1, 8, 63, 4096, 8192, 8193, 100_000, 500_000}) {
      a.fill(0, size, size);
      b.receive(size, 0, 500_000);
      a.send(-size, 0, size);
      WorkCompletion received = b.receives.expect(size, WcStatus.SUCCESS);
      assertEquals(size, received.byteLength);
      assertEquals(Operation.RECEIVED, received.opcode);
      assertEquals(200, received.queuePair);
      assertEquals(0, received.flags);
      b.requireFilled(0, size, size);
      WorkCompletion sent = a.sends.expect(-size, WcStatus.SUCCESS);
      assertEquals(0, sent.opcode);
      assertEquals(100, sent.queuePair);
    }
    b.receives.expectNone();
    a.sends.expectNone();
  }

  @Test
  void shouldGoOnWithoutPollers() {
    connect();
    for (int i = 0; i < 1000; i++) {
      b.receive(i, 0, 64);
      a.send(i, 0, 64);
      assertEquals(i, b.receives.await().wrId);
      assertEquals(i, a.sends.await().wrId);
    }
  }

  @Test
  void shouldCarryImmediateDataOnlyWhereThereIsSome() {
    connect();
    for (int i = 0; i < 4; i++) {
      b.receive(i, 0, 64);
    }
    SendRequest request = a.request(1, Operation.SEND_WITH_IMMEDIATE, 0, 4);
    request.immediateOrKey = 0xDEADBEEF;
    request.flags |= WorkFlags.SOLICITED;
    a.post(request);
    a.send(2, 0, 4);
    a.post(a.request(3, Operation.SEND_WITH_IMMEDIATE, 0, 4));
    WorkCompletion first = b.receives.expect(0, WcStatus.SUCCESS);
    assertEquals(WorkFlags.HAS_IMMEDIATE, first.flags);
    assertEquals(0xDEADBEEF, first.immediateOrKey);
    assertTrue(first.solicited);
    WorkCompletion second = b.receives.expect(1, WcStatus.SUCCESS);
    assertEquals(0, second.flags);
    assertFalse(second.solicited);
    WorkCompletion third = b.receives.expect(2, WcStatus.SUCCESS);
    assertEquals(WorkFlags.HAS_IMMEDIATE, third.flags);
    assertEquals(0, third.immediateOrKey);
    assertFalse(a.sends.expect(1, WcStatus.SUCCESS).solicited);
  }

  @Test
  void shouldScatterOverBuffersAndLeaveTheRestAlone() {
    connect();
    b.fill(0, 200, 99);
    a.fill(0, 50, 3);
    b.machine.enter();
    ReceiveRequest receive = b.machine.poster().receive().reset(5);
    receive.add(b.memory.address(), 16, b.region.key());
    receive.add(b.memory.address() + 16, 0, 0);
    receive.add(b.memory.address() + 16, 64, b.region.key());
    assertEquals(0, b.machine.poster().post(receive));
    b.machine.exit();
    SendRequest request = a.request(1, Operation.SEND, 0, 10);
    request.add(a.memory.address() + 10, 40, a.region.key());
    a.post(request);
    assertEquals(50, b.receives.expect(5, WcStatus.SUCCESS).byteLength);
    b.requireFilled(0, 50, 3);
    assertEquals((byte) (99 + 50 * 7), b.memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 50));
  }

  @Test
  void shouldTakeInlineDataDuringTheCall() {
    connect();
    b.receive(1, 0, 64);
    a.fill(0, 24, 5);
    SendRequest request = a.request(1, Operation.SEND);
    request.flags |= WorkFlags.INLINE;
    request.inlineData.copyFrom(a.memory.asSlice(0, 24));
    request.inlineLength = 24;
    a.post(request);
    assertEquals(24, b.receives.expect(1, WcStatus.SUCCESS).byteLength);
    b.requireFilled(0, 24, 5);
    request = a.request(2, Operation.SEND);
    request.flags |= WorkFlags.INLINE;
    request.inlineLength = 65;
    assertEquals(PostError.INVALID, a.tryPost(request));
  }

  @Test
  void shouldGiveRoomBackWhereACompletionProvesIt() {
    connect();
    for (int i = 0; i < Station.DEPTH; i++) {
      b.receive(i, 0, 8);
      SendRequest request = a.request(i, Operation.SEND, 0, 8);
      request.flags = 0;
      a.post(request);
    }
    assertEquals(Station.DEPTH, b.receives.take(Station.DEPTH).size());
    a.sends.expectNone();
    assertEquals(PostError.NO_ROOM, a.tryPost(a.request(99, Operation.SEND, 0, 8)));
  }

  @Test
  void shouldRetireWhatLiesBeforeACompletion() {
    connect();
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < Station.DEPTH; i++) {
        b.receive(i, 0, 8);
        SendRequest request = a.request(i, Operation.SEND, 0, 8);
        request.flags = i == Station.DEPTH - 1 ? WorkFlags.SIGNALED : 0;
        a.post(request);
      }
      assertEquals(List.of("15:0"), a.sends.take(1));
      b.receives.take(Station.DEPTH);
    }
  }

  @Test
  void shouldFlushBothQueuesInOrder() {
    a.attributes.timeout = 0;
    a.init().readyToReceive(200).readyToSend();
    for (int i = 0; i < 5; i++) {
      a.receive(i, 0, 8);
      SendRequest request = a.request(10 + i, Operation.SEND, 0, 8);
      request.flags = 0;
      a.post(request);
    }
    assertEquals(0, a.modify(States.ERROR, 0));
    assertEquals(List.of("0:5", "1:5", "2:5", "3:5", "4:5"), a.receives.take(5));
    assertEquals(List.of("10:5", "11:5", "12:5", "13:5", "14:5"), a.sends.take(5));
    a.send(20, 0, 8);
    a.receive(21, 0, 8);
    assertTrue(a.sends.expect(20, WcStatus.FLUSHED).solicited);
    a.receives.expect(21, WcStatus.FLUSHED);
    assertEquals(0, a.modify(States.RESET, 0));
    assertEquals(PostError.INVALID, a.tryPost(a.request(1, Operation.SEND, 0, 8)));
    assertEquals(PostError.INVALID, a.tryReceive(1, 0, 8));
  }

  @Test
  void shouldTellBothOfAShortBuffer() {
    connect();
    b.receive(1, 0, 4);
    b.receive(2, 0, 4);
    a.receive(3, 0, 4);
    a.send(4, 0, 5);
    a.send(5, 0, 5);
    b.receives.expect(1, WcStatus.LOCAL_LENGTH);
    b.receives.expect(2, WcStatus.FLUSHED);
    assertEquals(List.of("4:9", "5:5"), a.sends.take(2));
    a.receives.expect(3, WcStatus.FLUSHED);
    assertEquals(States.ERROR, a.machine.state());
    assertEquals(States.ERROR, b.machine.state());
  }

  @Test
  void shouldTellBothOfAReceiveBufferThatIsProtected() {
    connect();
    b.machine.enter();
    ReceiveRequest receive = b.machine.poster().receive().reset(1);
    receive.add(b.memory.address(), 8, b.region.key() + 1);
    assertEquals(0, b.machine.poster().post(receive));
    b.machine.exit();
    a.send(1, 0, 8);
    b.receives.expect(1, WcStatus.LOCAL_PROTECTION);
    a.sends.expect(1, WcStatus.REMOTE_OPERATION);
  }

  @Test
  void shouldSendNothingOfAProtectedBuffer() {
    connect();
    b.receive(1, 0, 64);
    b.receive(2, 0, 64);
    a.send(1, 0, 8);
    SendRequest request = a.request(2, Operation.SEND, 0, 8);
    request.flags = 0;
    request.add(a.memory.address() + Station.BYTES - 4, 8, a.region.key());
    a.post(request);
    a.send(3, 0, 8);
    assertEquals(List.of("1:0", "2:4", "3:5"), a.sends.take(3));
    b.receives.expect(1, WcStatus.SUCCESS);
    b.receives.expectNone();
    assertEquals(States.READY_TO_SEND, b.machine.state());
  }

  @Test
  void shouldWaitForAReceive() throws InterruptedException {
    connect();
    a.send(1, 0, 8);
    a.send(2, 0, 8);
    Thread.sleep(5);
    assertEquals(0, a.sends.size());
    b.receive(1, 0, 8);
    b.receive(2, 0, 8);
    assertEquals(List.of("1:0", "2:0"), a.sends.take(2));
    assertEquals(List.of("1:0", "2:0"), b.receives.take(2));
  }

  @Test
  void shouldGiveUpWhereThereIsNoReceive() {
    a.attributes.notReadyRetries = 2;
    connect();
    a.send(1, 0, 8);
    a.sends.expect(1, WcStatus.RNR_RETRIES_EXCEEDED);
    assertEquals(States.READY_TO_SEND, b.machine.state());
    assertEquals(States.ERROR, a.machine.state());
  }

  @Test
  void shouldGiveUpWithoutResponses() {
    a.ready(200);
    a.send(1, 0, 8);
    a.sends.expect(1, WcStatus.RETRIES_EXCEEDED);
    b.ready(100);
    Station c = new Station(addresses, TransportType.RELIABLE, 300);
    c.ready(999);
    c.send(1, 0, 8);
    assertEquals(WcStatus.RETRIES_EXCEEDED, c.sends.await().status);
    c.close();
  }

  @Test
  void shouldReachAPeerThatComesLater() throws InterruptedException {
    a.attributes.retries = 7;
    a.attributes.timeout = 17; // half a second
    a.ready(200);
    a.send(1, 0, 8);
    Thread.sleep(20);
    b.receiveLater();
    b.receives.expect(1, WcStatus.SUCCESS);
    a.sends.expect(1, WcStatus.SUCCESS);
    assertEquals(List.of(TransportEvents.COMM_EST), b.events);
  }

  @Test
  void shouldHoldRequestsWhileDraining() {
    connect();
    a.attributes.drainNotification = true;
    assertEquals(0, a.modify(States.SEND_QUEUE_DRAINED, Attributes.DRAIN_NOTIFICATION));
    assertEquals(List.of(TransportEvents.SQ_DRAINED), a.events);
    b.receive(1, 0, 8);
    a.send(1, 0, 8);
    a.sends.expectNone();
    assertEquals(0, a.modify(States.READY_TO_SEND, 0));
    a.sends.expect(1, WcStatus.SUCCESS);
  }

  @Test
  void shouldFailWhereACompletionIsLost() {
    connect();
    b.receives.room = 1;
    b.receive(1, 0, 8);
    b.receive(2, 0, 8);
    a.send(1, 0, 8);
    a.send(2, 0, 8);
    b.receives.expect(1, WcStatus.SUCCESS);
    assertTrue(b.events.contains(TransportEvents.QP_FATAL));
    assertEquals(States.ERROR, b.machine.state());
  }
}
