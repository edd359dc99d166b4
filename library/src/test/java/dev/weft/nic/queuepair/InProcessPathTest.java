package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests of the in-process path, between requests that travel in frames. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class InProcessPathTest {
  private static final int ROUNDS = 5_000;
  private static final int SLOTS = 4;
  private static final int SLOT_BYTES = 32 << 10;
  private static final int DEPTH = 8;
  private static final int LIST_BYTES = 300;
  private static final long RECEIVES = 512 << 10;
  private static final long WINDOW = 1000 << 10;

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
  void shouldHaveDoneAMessageWhenItsPostReturns() {
    connect();
    a.fill(0, 100_000, 1);
    b.receive(1, 0, 100_000);
    a.send(2, 0, 100_000);
    assertEquals(1, a.sends.size());
    assertEquals(1, b.receives.size());
    b.requireFilled(0, 100_000, 1);
  }

  @Test
  void shouldHaveDoneAWriteAndAReadWhenTheirPostsReturn() {
    connect();
    a.fill(0, 50_000, 3);
    a.post(a.remote(1, Operation.RDMA_WRITE, 0, 50_000, b, 7));
    a.post(a.remote(2, Operation.RDMA_READ, 60_000, 50_000, b, 7));
    assertEquals(2, a.sends.size());
    b.requireFilled(7, 50_000, 3);
    a.requireFilled(60_000, 50_000, 3);
  }

  /** The lists of both sides are walked at the same time, and are those of one queue pair. */
  @Test
  void shouldKeepItsListsApartWhereItIsItsOwnPeer() {
    a.ready(100);
    Random random = new Random(3);
    for (int i = 0; i < DEPTH; i++) {
      scatter(i, random);
    }
    for (int i = 0; i < 500; i++) {
      int slot = i % DEPTH;
      a.fill(0, LIST_BYTES, i);
      a.memory.asSlice(RECEIVES, DEPTH * LIST_BYTES).fill((byte) 0);
      a.post(gather(random));
      assertEquals(1, a.sends.size());
      a.sends.expect(0, WcStatus.SUCCESS);
      a.receives.expect(slot, WcStatus.SUCCESS);
      a.requireFilled(RECEIVES + (long) slot * LIST_BYTES, LIST_BYTES, i);
      a.requireOnly(RECEIVES + (long) slot * LIST_BYTES, LIST_BYTES, RECEIVES, DEPTH * LIST_BYTES);
      scatter(slot, random);
    }
  }

  /** Posts a receive of one to four buffers that fill a slot. */
  private void scatter(int slot, Random random) {
    a.machine.enter();
    try {
      ReceiveRequest request = a.machine.poster().receive().reset(slot);
      long offset = a.memory.address() + RECEIVES + (long) slot * LIST_BYTES;
      int begin = 0;
      for (int end : ends(random)) {
        request.add(offset + begin, end - begin, a.region.key());
        begin = end;
      }
      assertEquals(0, a.machine.poster().post(request));
    } finally {
      a.machine.exit();
    }
  }

  private SendRequest gather(Random random) {
    SendRequest request = a.request(0, Operation.SEND);
    int begin = 0;
    for (int end : ends(random)) {
      request.add(a.memory.address() + begin, end - begin, a.region.key());
      begin = end;
    }
    return request;
  }

  /** The ends of one to four buffers. */
  private static int[] ends(Random random) {
    int[] ends = random.ints(random.nextInt(4), 1, LIST_BYTES).sorted().toArray();
    int[] all = Arrays.copyOf(ends, ends.length + 1);
    all[ends.length] = LIST_BYTES;
    return all;
  }

  @Test
  void shouldSayWhatIsWrongWithARequestThatIsNotTakenDirectly() {
    connect();
    a.send(1, 0, 8); // no receive: tried again
    assertEquals(0, a.sends.size());
    b.receive(2, 0, 8);
    b.receives.expect(2, WcStatus.SUCCESS);
    a.sends.expect(1, WcStatus.SUCCESS);
    a.post(a.remote(3, Operation.RDMA_WRITE, 0, 8, b, Station.BYTES));
    a.sends.expect(3, WcStatus.REMOTE_ACCESS);
  }

  /** The post does not wait for the thread that holds the peer's lock, and writes no frame. */
  @Test
  void shouldLeaveALargeMessageToTheHolderOfThePeersLock() throws Exception {
    connect();
    b.receive(1, 0, 40_000);
    a.fill(0, 40_000, 9);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  b.machine.enter();
                  held.countDown();
                  awaitUninterrupted(released);
                  b.machine.exit();
                });
    held.await();
    try {
      a.send(2, 0, 40_000);
      assertEquals(0, a.sends.size());
      assertEquals(0, b.receives.size());
      assertTrue(a.machine.peers().peer().out().isDrained());
    } finally {
      released.countDown();
      holder.join();
    }
    assertEquals(2, a.sends.await().wrId);
    assertEquals(1, b.receives.await().wrId);
    b.requireFilled(0, 40_000, 9);
  }

  /** That thread reads the data next, so they should be in the cache of its processor. */
  @Test
  void shouldLeaveALargeMessageToTheThreadThatPolls() throws Exception {
    connect();
    AtomicReference<Thread> completing = new AtomicReference<>();
    b.receives.meanwhile = () -> completing.set(Thread.currentThread());
    Poller poller = new Poller(b.machine);
    try {
      for (int i = 0; !poller.is(completing.get()); i++) {
        transfer(i);
      }
    } finally {
      poller.stop();
    }
  }

  @Test
  void shouldNotLeaveALargeMessageForEverToAThreadThatPollsNoMore() throws Exception {
    connect();
    for (int i = 0; i < 50; i++) {
      new Poller(b.machine).stop();
      transfer(i);
    }
  }

  /** Sends a large message to a queue pair that this thread does not poll. */
  private void transfer(int number) {
    a.fill(0, 40_000, number);
    b.receive(number, 0, 40_000);
    a.send(number, 0, 40_000);
    assertEquals(WcStatus.SUCCESS, a.sends.await().status);
    assertEquals(number, b.receives.await().wrId);
    b.requireFilled(0, 40_000, number);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldKeepTheOrderWhateverWayMessagesGo() {
    connect();
    Executor threads = task -> Thread.ofPlatform().daemon().start(task);
    CompletableFuture<Void> there = CompletableFuture.runAsync(() -> exchange(a, b, 1), threads);
    CompletableFuture<Void> back = CompletableFuture.runAsync(() -> exchange(b, a, 2), threads);
    CompletableFuture.allOf(there, back).join();
  }

  /** Sends numbered messages, takes those of the peer, and writes and reads between them. */
  private static void exchange(Station own, Station peer, long seed) {
    Random random = SeededRandom.of(seed);
    for (int i = 0; i < SLOTS; i++) {
      own.receive(i, RECEIVES + (long) i * SLOT_BYTES, SLOT_BYTES);
    }
    int received = 0;
    for (int sent = 0; sent < ROUNDS; sent++) {
      send(own, sent, 2 * Long.BYTES + random.nextInt(random.nextInt(1, SLOT_BYTES / 16)) * 8);
      received += takeAll(own, received);
      while (received <= sent - SLOTS) {
        received += takeAll(own, received);
      }
      own.sends.expect(sent, WcStatus.SUCCESS);
      long word = WINDOW + (seed << 8);
      own.post(own.remote(-1, Operation.RDMA_WRITE, word, Long.BYTES, peer, word));
      own.post(own.remote(-2, Operation.RDMA_READ, word + 8, Long.BYTES, peer, word));
      own.sends.expect(-1, WcStatus.SUCCESS);
      own.sends.expect(-2, WcStatus.SUCCESS);
      assertEquals(own.word(word), own.word(word + 8));
      own.word(word, sent);
    }
    while (received < ROUNDS) {
      received += takeAll(own, received);
    }
  }

  private static void send(Station own, int number, int length) {
    own.word(0, number);
    own.word(length - Long.BYTES, number);
    own.send(number, 0, length);
  }

  private static int takeAll(Station own, int expected) {
    int taken = 0;
    for (WorkCompletion next = own.receives.poll(); next != null; next = own.receives.poll()) {
      int number = expected + taken;
      assertEquals(number % SLOTS, next.wrId);
      long slot = RECEIVES + next.wrId * SLOT_BYTES;
      assertEquals(WcStatus.SUCCESS, next.status);
      assertEquals(number, own.word(slot));
      assertEquals(number, own.word(slot + next.byteLength - Long.BYTES));
      own.receive(next.wrId, slot, SLOT_BYTES);
      taken++;
    }
    return taken;
  }
}
