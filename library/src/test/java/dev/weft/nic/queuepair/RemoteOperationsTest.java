package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PostError;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One-sided operations of reliable queue pairs. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RemoteOperationsTest {
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
  void shouldWriteAndRead() {
    connect();
    for (int size : new int[] {0, 1, 8, 4096, 8176, 8177, 8192, 300_000}) {
      a.fill(0, size, size);
      a.post(a.remote(1, Operation.RDMA_WRITE, 0, size, b, 100));
      assertEquals(1, a.sends.expect(1, WcStatus.SUCCESS).opcode);
      b.requireFilled(100, size, size);
      a.memory.fill((byte) 0);
      a.post(a.remote(2, Operation.RDMA_READ, 8, size, b, 100));
      WorkCompletion read = a.sends.expect(2, WcStatus.SUCCESS);
      assertEquals(size, read.byteLength);
      assertEquals(2, read.opcode);
      a.requireFilled(8, size, size);
    }
    b.receives.expectNone();
  }

  @Test
  void shouldWriteWithImmediateDataIntoNoReceiveBuffer() {
    connect();
    b.fill(0, 64, 9);
    b.receive(7, 0, 64);
    SendRequest request = a.remote(1, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 32, b, 1000);
    request.immediateOrKey = 5;
    a.post(request);
    WorkCompletion received = b.receives.expect(7, WcStatus.SUCCESS);
    assertEquals(Operation.RECEIVED_WRITE, received.opcode);
    assertEquals(32, received.byteLength);
    assertEquals(5, received.immediateOrKey);
    assertEquals(WorkFlags.HAS_IMMEDIATE, received.flags);
    b.requireFilled(0, 64, 9);
    a.sends.expect(1, WcStatus.SUCCESS);
    a.post(a.remote(2, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 0, b, 0));
    b.receive(8, 0, 0);
    a.sends.expect(2, WcStatus.SUCCESS);
  }

  @Test
  void shouldChangeAtomically() {
    connect();
    b.word(64, -1);
    SendRequest add = a.remote(1, Operation.FETCH_AND_ADD, 0, 8, b, 64);
    add.compareAdd = 1;
    a.post(add);
    WorkCompletion added = a.sends.expect(1, WcStatus.SUCCESS);
    assertEquals(8, added.byteLength);
    assertEquals(4, added.opcode);
    assertEquals(-1, a.word(0));
    assertEquals(0, b.word(64));
    swap(0, 77, 0);
    swap(5, 99, 77);
    assertEquals(77, b.word(64));
    a.word(8, 1234);
    SendRequest write = a.remote(4, Operation.ATOMIC_WRITE, 8, 8, b, 64);
    a.post(write);
    assertEquals(9, a.sends.expect(4, WcStatus.SUCCESS).opcode);
    assertEquals(1234, b.word(64));
    SendRequest crooked = a.remote(5, Operation.FETCH_AND_ADD, 0, 8, b, 60);
    assertEquals(PostError.INVALID, a.tryPost(crooked));
  }

  private void swap(long compare, long swap, long expected) {
    SendRequest request = a.remote(2, Operation.COMPARE_AND_SWAP, 0, 8, b, 64);
    request.compareAdd = compare;
    request.swap = swap;
    a.post(request);
    assertEquals(3, a.sends.expect(2, WcStatus.SUCCESS).opcode);
    assertEquals(expected, a.word(0));
  }

  @Test
  void shouldDoManyReadsAndSendsInOrder() {
    connect();
    b.fill(0, 100_000, 1);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 10; i++) {
        boolean read = i % 2 == 0;
        if (!read) {
          b.receive(i, 500_000, 8);
        }
        a.post(
            read
                ? a.remote(i, Operation.RDMA_READ, i * 9_000L, 9_000, b, i * 9_000L)
                : a.request(i, Operation.SEND, 0, 8));
      }
      for (int i = 0; i < 10; i++) {
        a.sends.expect(i, WcStatus.SUCCESS);
      }
      for (int i = 1; i < 10; i += 2) {
        b.receives.expect(i, WcStatus.SUCCESS);
      }
    }
    for (int i = 0; i < 10; i += 2) {
      a.requireFilled(i * 9_000L, 9_000, 1 + i * 9_000 * 7);
    }
  }

  @Test
  void shouldHoldBackWhatIsFenced() {
    connect();
    b.fill(0, 200_000, 3);
    b.receive(1, 200_000, 300_000);
    a.post(a.remote(1, Operation.RDMA_READ, 0, 200_000, b, 0));
    SendRequest send = a.request(2, Operation.SEND, 0, 200_000);
    send.flags |= WorkFlags.FENCE;
    a.post(send);
    assertEquals(List.of("1:0", "2:0"), a.sends.take(2));
    b.receives.expect(1, WcStatus.SUCCESS);
    b.requireFilled(200_000, 200_000, 3);
  }

  private void expectRefusal(SendRequest request, int status, int event) {
    b.fill(0, 64, 5);
    b.receive(3, 128, 8);
    request.flags = 0;
    a.post(request);
    a.send(2, 0, 8);
    a.sends.expect(1, status);
    a.sends.expect(2, WcStatus.FLUSHED);
    b.receives.expect(3, WcStatus.FLUSHED);
    b.requireFilled(0, 64, 5);
    assertTrue(b.events.contains(event), () -> "events " + b.events);
  }

  @Test
  void shouldRefuseAKeyThatIsWrong() {
    connect();
    SendRequest request = a.remote(1, Operation.RDMA_WRITE, 0, 8, b, 0);
    request.remoteKey++;
    expectRefusal(request, WcStatus.REMOTE_ACCESS, TransportEvents.QP_ACCESS_ERR);
  }

  @Test
  void shouldRefuseARangeThatIsTooLong() {
    connect();
    SendRequest request = a.remote(1, Operation.RDMA_READ, 0, 8, b, Station.BYTES - 7);
    expectRefusal(request, WcStatus.REMOTE_ACCESS, TransportEvents.QP_ACCESS_ERR);
  }

  @Test
  void shouldRefuseWhatTheQueuePairDoesNotAllow() {
    b.attributes.access = 0;
    connect();
    SendRequest request = a.remote(1, Operation.FETCH_AND_ADD, 0, 8, b, 0);
    expectRefusal(request, WcStatus.REMOTE_INVALID_REQUEST, TransportEvents.QP_REQ_ERR);
  }

  @Test
  void shouldCompleteTheReceiveOfAWriteThatIsRefused() {
    connect();
    b.receive(3, 128, 8);
    SendRequest request = a.remote(1, Operation.RDMA_WRITE_WITH_IMMEDIATE, 0, 8, b, 0);
    request.remoteKey++;
    a.post(request);
    a.sends.expect(1, WcStatus.REMOTE_ACCESS);
    b.receives.expect(3, WcStatus.LOCAL_ACCESS);
  }

  @Test
  void shouldNotCheckWhatIsEmpty() {
    connect();
    SendRequest request = a.request(1, Operation.RDMA_READ);
    request.remoteKey = 0xbad;
    a.post(request);
    request = a.request(2, Operation.RDMA_WRITE);
    request.remoteKey = 0xbad;
    a.post(request);
    assertEquals(List.of("1:0", "2:0"), a.sends.take(2));
  }

  @Test
  void shouldNotReadIntoMemoryThatIsProtected() {
    connect();
    Region readOnly =
        a.table.register(Station.DOMAIN, a.memory, a.memory.address(), AccessFlags.REMOTE_READ);
    SendRequest request = a.request(1, Operation.RDMA_READ);
    request.add(a.memory.address(), 8, readOnly.key());
    request.remoteAddress = b.memory.address();
    request.remoteKey = b.region.key();
    a.post(request);
    a.sends.expect(1, WcStatus.LOCAL_PROTECTION);
  }

  private int bind(long wrId, Region window, long length, int access) {
    int key = ProtectionTable.nextVariant(window.key());
    SendRequest request = b.request(wrId, Operation.BIND_WINDOW);
    request.window = window.key();
    request.windowKey = key;
    request.boundKey = b.region.key();
    request.remoteAddress = b.memory.address();
    request.swap = length;
    request.windowAccess = access;
    b.post(request);
    return key;
  }

  private void write(long wrId, int key, int length) {
    SendRequest request = a.remote(wrId, Operation.RDMA_WRITE, 0, length, b, 0);
    request.remoteKey = key;
    a.post(request);
  }

  @Test
  void shouldOpenAWindowUntilItIsInvalidated() {
    connect();
    Region window = b.table.addWindow(Station.DOMAIN, Region.Kind.WINDOW_2);
    int key = bind(1, window, 64, AccessFlags.REMOTE_WRITE);
    assertEquals(5, b.sends.expect(1, WcStatus.SUCCESS).opcode);
    assertFalse(b.table.remove(b.region.key()));
    write(2, key, 64);
    a.sends.expect(2, WcStatus.SUCCESS);
    SendRequest invalidate = b.request(3, Operation.LOCAL_INVALIDATE);
    invalidate.immediateOrKey = key;
    b.post(invalidate);
    assertEquals(6, b.sends.expect(3, WcStatus.SUCCESS).opcode);
    write(4, key, 1);
    a.sends.expect(4, WcStatus.REMOTE_ACCESS);
    assertTrue(b.table.remove(key));
    assertTrue(b.table.remove(b.region.key()));
  }

  @Test
  void shouldInvalidateWithASend() {
    connect();
    Region window = b.table.addWindow(Station.DOMAIN, Region.Kind.WINDOW_2);
    int key = bind(1, window, 64, AccessFlags.REMOTE_WRITE);
    b.sends.expect(1, WcStatus.SUCCESS);
    b.receive(5, 512, 64);
    SendRequest request = a.request(2, Operation.SEND_WITH_INVALIDATE, 0, 8);
    request.immediateOrKey = key;
    a.post(request);
    WorkCompletion received = b.receives.expect(5, WcStatus.SUCCESS);
    assertEquals(WorkFlags.HAS_INVALIDATED, received.flags);
    assertEquals(key, received.immediateOrKey);
    a.sends.expect(2, WcStatus.SUCCESS);
    write(4, key, 1);
    a.sends.expect(4, WcStatus.REMOTE_ACCESS);
  }

  @Test
  void shouldRefuseToBindWhatMayNotBeBound() {
    connect();
    Region window = b.table.addWindow(Station.DOMAIN, Region.Kind.WINDOW_2);
    bind(1, window, 0, AccessFlags.REMOTE_WRITE);
    b.sends.expect(1, WcStatus.WINDOW_BIND);
    assertEquals(States.ERROR, b.machine.state());
  }

  @Test
  void shouldFailToInvalidateWhatIsNoWindow() {
    connect();
    SendRequest invalidate = b.request(3, Operation.LOCAL_INVALIDATE);
    invalidate.immediateOrKey = b.region.key();
    b.post(invalidate);
    b.sends.expect(3, WcStatus.LOCAL_OPERATION);
  }

  @Test
  void shouldFlushMemory() {
    connect();
    a.post(a.remote(1, Operation.RDMA_WRITE, 0, 8, b, 0));
    SendRequest flush = a.request(2, Operation.FLUSH);
    flush.remoteAddress = b.memory.address();
    flush.remoteKey = b.region.key();
    flush.compareAdd = 1;
    flush.swap = 8;
    a.post(flush);
    a.sends.expect(1, WcStatus.SUCCESS);
    assertEquals(8, a.sends.expect(2, WcStatus.SUCCESS).opcode);
  }

  @Test
  void shouldAddExactlyFromManyThreads() throws InterruptedException {
    connect();
    Station c = new Station(addresses, TransportType.RELIABLE, 300);
    Station d = new Station(addresses, TransportType.RELIABLE, 400);
    c.ready(400);
    Region shared =
        d.table.register(Station.DOMAIN, b.memory, b.memory.address(), Station.ALL_ACCESS);
    d.ready(300);
    Thread other = Thread.ofPlatform().start(() -> add(c, shared.key()));
    add(a, b.region.key());
    other.join();
    assertEquals(2 * 5000, b.word(64));
    c.close();
    d.close();
  }

  private void add(Station from, int key) {
    for (int i = 0; i < 5000; i++) {
      SendRequest add = from.remote(i, Operation.FETCH_AND_ADD, 0, 8, b, 64);
      add.remoteKey = key;
      add.compareAdd = 1;
      from.post(add);
      from.sends.expect(i, WcStatus.SUCCESS);
    }
  }

  @Test
  void shouldServeNoReadsWhereNoneAreAllowed() {
    b.attributes.maxReadsServed = 0;
    connect();
    a.post(a.remote(1, Operation.RDMA_READ, 0, 8, b, 0));
    a.sends.expect(1, WcStatus.REMOTE_INVALID_REQUEST);
  }
}
