package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.SequenceNumbers;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.ReceivePosting;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Queue pairs of two threads, and one that is its own peer, are used and reset repeatedly: they
 * send, write and read in both directions, and fail. After each reset messages arrive in order,
 * each once, none of an earlier connection, and none that completed successfully is missing.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ManyLivesTest {
  private static final int LIVES = 100;
  private static final int STEPS = 20_000;
  private static final int MAX_MESSAGES = 1000;
  private static final int SLOT = 32 << 10;
  private static final int MAX_BYTES = 24 << 10;
  private static final int SLOTS = 8;
  private static final long RECEIVES = SLOTS * (long) SLOT;
  private static final long THERE = 2 * RECEIVES;
  private static final long HERE = THERE + SLOT;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 15));
  private final ProtectionTable table = new ProtectionTable();
  private final SharedReceives shared = new SharedReceives(SLOTS, 4, event -> {}, null);
  private final ArrayDeque<Integer> sharedSlots = new ArrayDeque<>();
  private final List<Side> sides = new ArrayList<>();
  private final CyclicBarrier barrier = new CyclicBarrier(2);

  /** A queue pair, its operations since the last reset, and the expected messages. */
  private final class Side {
    final Random random;
    final boolean sharing;

    /** Replaced after it was destroyed. */
    Station station;

    /** The side whose memory holds shared receives: the first that shares. */
    Side slots = this;

    Side peer;
    int life;

    int posted;

    /** How many of the first n requests are messages, by n. */
    final int[] messages = new int[MAX_MESSAGES + 1];

    int ended;
    int succeeded;
    int received;
    int receivesPosted;
    int receivesEnded;

    Side(int number, SharedReceives sharedOrNull) {
      sharing = sharedOrNull != null;
      random = SeededRandom.of(number);
      station = open(number, sharedOrNull);
      sides.add(this);
    }

    private Station open(int number, SharedReceives sharedOrNull) {
      Station opened =
          new Station(addresses, TransportType.RELIABLE, number, sharedOrNull, false, null, table);
      opened.attributes.timeout = 10;
      opened.attributes.retries = 7;
      return opened;
    }

    private boolean isReady() {
      return station.machine.state() == States.READY_TO_SEND;
    }

    // One step

    void step() {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> receive();
        case 3, 4 -> post();
        case 5 -> takeSent();
        default -> takeReceived();
      }
      if (random.nextInt(4 * STEPS) == 0 && isReady()) {
        fail();
      }
    }

    private void fail() {
      if (sharing || random.nextBoolean()) {
        assertEquals(0, station.modify(States.ERROR, 0));
      } else {
        station.machine.close();
      }
    }

    private void receive() {
      if (sharing) {
        receiveShared();
      } else if (isReady() && receivesPosted - receivesEnded < SLOTS) {
        station.machine.enter();
        postReceive(station.machine.poster(), receivesPosted++);
        station.machine.exit();
      }
    }

    private void receiveShared() {
      shared.enter();
      Integer slot = sharedSlots.poll();
      if (slot != null) {
        postReceive(shared, slot);
      }
      shared.exit();
    }

    private void postReceive(ReceivePosting posting, long wrId) {
      long at = slots.station.memory.address() + slot(wrId);
      int key = slots.station.region.key();
      ReceiveRequest request = posting.receive().reset(wrId);
      request.add(at, SLOT / 4, key);
      request.add(at + SLOT / 4, SLOT - SLOT / 4, key);
      assertEquals(0, posting.post(request));
    }

    private long slot(long wrId) {
      return RECEIVES + wrId % SLOTS * SLOT;
    }

    private void post() {
      if (!isReady() || posted - ended == SLOTS || posted == MAX_MESSAGES) {
        return;
      }
      int length = 16 + 8 * random.nextInt(random.nextInt(8) == 0 ? MAX_BYTES / 8 : 16);
      long at = (long) posted % SLOTS * SLOT;
      SendRequest request =
          switch (random.nextInt(6)) {
            case 0 ->
                station.remote(posted, Operation.RDMA_WRITE, HERE, length, peer.station, THERE);
            case 1 ->
                station.remote(posted, Operation.RDMA_READ, HERE, length, peer.station, THERE);
            default -> message(at, length);
          };
      boolean message = request.opcode == Operation.SEND;
      station.post(request);
      messages[posted + 1] = messages[posted] + (message ? 1 : 0);
      posted++;
    }

    private SendRequest message(long at, int length) {
      long mark = (long) life << 32 | messages[posted];
      station.word(at, mark);
      station.word(at + length - 8, ~mark);
      SendRequest request = station.request(posted, Operation.SEND, at, 8);
      request.add(station.memory.address() + at + 8, length - 8, station.region.key());
      return request;
    }

    // What completes

    private boolean takeSent() {
      WorkCompletion next = station.sends.poll();
      if (next != null) {
        assertEquals(ended, next.wrId);
        assertTrue(next.status == WcStatus.SUCCESS || !isReady(), next::toString);
        ended++;
        succeeded += next.status == WcStatus.SUCCESS ? 1 : 0;
      }
      return next != null;
    }

    private boolean takeReceived() {
      WorkCompletion next = station.receives.poll();
      if (next == null) {
        return false;
      }
      receivesEnded++;
      if (next.status == WcStatus.SUCCESS) {
        Station to = slots.station;
        long at = slot(next.wrId);
        long mark = (long) life << 32 | received++;
        assertEquals(mark, to.word(at), "the next message");
        assertEquals(~mark, to.word(at + next.byteLength - 8));
      } else {
        assertTrue(!isReady(), next::toString);
      }
      if (sharing) {
        shared.enter();
        sharedSlots.add((int) next.wrId);
        shared.exit();
      }
      return true;
    }

    // The end of a life

    void takeAllSent() {
      while (takeSent()) {
        // on to the next
      }
    }

    void takeAllReceived() {
      while (takeReceived()) {
        // on to the next
      }
    }

    void requireAllReceived() {
      boolean told = !peer.station.machine.isClosed(); // else its received messages are discarded
      assertTrue(!told || messages[succeeded] <= peer.received, "ended well, never received");
    }

    void reset() {
      if (sharing && station.machine.state() != States.ERROR) {
        assertEquals(0, station.modify(States.ERROR, 0));
        takeAllReceived();
      }
      if (station.machine.isClosed()) {
        station.close();
        station = open(station.machine.number() + 1000, null);
      } else {
        assertEquals(0, station.modify(States.RESET, 0));
      }
      life++;
      posted = 0;
      ended = 0;
      succeeded = 0;
      received = 0;
      receivesPosted = 0;
      receivesEnded = 0;
    }

    void connect() {
      int first = SequenceNumbers.MASK - 5;
      station.attributes.sendNumber = first;
      station.attributes.receiveNumber = first;
      station.ready(peer.station.machine.number());
    }
  }

  private Side[] connected(int first, int second, SharedReceives sharedOrNull) {
    Side one = new Side(first, null);
    Side other = first == second ? one : new Side(second, sharedOrNull);
    one.peer = other;
    other.peer = one;
    return new Side[] {one, other};
  }

  @AfterEach
  void close() {
    sides.forEach(side -> side.station.close());
  }

  @Test
  void shouldKeepLivesApart() {
    Side[] plain = connected(100, 200, null);
    Side[] self = connected(300, 300, null);
    Side[] sharing = connected(101, 201, shared);
    Side[] sharingToo = connected(102, 202, shared);
    sharingToo[1].slots = sharing[1];
    for (int i = 0; i < SLOTS; i++) {
      sharedSlots.add(i);
    }
    Executor threads = task -> Thread.ofPlatform().daemon().start(task);
    CompletableFuture.allOf(
            CompletableFuture.runAsync(
                () -> live(plain[0], self[0], sharing[0], sharingToo[0]), threads),
            CompletableFuture.runAsync(() -> live(plain[1], sharing[1], sharingToo[1]), threads))
        .join();
  }

  private void live(Side... mine) {
    for (int life = 0; life < LIVES; life++) {
      for (Side side : mine) {
        side.connect();
      }
      await();
      for (int i = 0; i < STEPS * mine.length; i++) {
        mine[i % mine.length].step();
      }
      each(mine, Side::takeAllSent);
      await();
      each(mine, Side::takeAllReceived);
      await();
      each(mine, Side::requireAllReceived);
      await();
      each(mine, Side::reset);
      await();
    }
  }

  private static void each(Side[] mine, Consumer<Side> task) {
    for (Side side : mine) {
      task.accept(side);
    }
  }

  private void await() {
    try {
      barrier.await(300, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("the other thread has ended", e);
    }
  }
}
