package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** One thread of a program: takes random steps. */
final class Worker {
  private static final int ENTRIES = 8;
  private static final int RECENT = 40;
  private static final Set<Integer> WAITED = Set.of(0, -Errno.ETIMEDOUT, -Errno.EAVAIL);

  final Accesses accesses;
  private final int thread;
  private final Random random;
  private final Stations stations;
  private final Ledger ledger;
  private final QueueReader reader;
  private final Poster poster;

  Worker(int thread, long seed, Stations stations, Ledger ledger, Arena arena) {
    this.thread = thread;
    this.stations = stations;
    this.ledger = ledger;
    random = SeededRandom.of(seed);
    reader = new QueueReader(stations, ledger, arena);
    poster = new Poster(thread, random, stations, ledger, arena);
    accesses = new Accesses(thread, random, poster, ledger);
  }

  /** Takes this many steps; the first thread closes an endpoint at one of them. */
  void run(int steps) {
    boolean closes = thread == 0 && stations.setup.closes();
    int closing = closes ? steps / 2 + random.nextInt(steps / 2) : -1;
    for (int i = 0; i < steps && !ledger.hasFailed(); i++) {
      if (i == closing) {
        poster.any().closeEndpoint();
      } else {
        step();
      }
    }
  }

  private void step() {
    int kind = random.nextInt(30);
    switch (kind) {
      case 0, 1, 2, 3, 4, 5 -> poster.send();
      case 6 -> poster.burst();
      case 7, 8, 9, 10, 11, 12 -> poster.receive();
      case 13, 14, 15 -> cancel();
      case 16, 17 -> reader.read(queue(), entries());
      case 18, 19 -> reader.readFrom(queue(), entries());
      case 20 -> sread();
      case 21 -> reader.readError(queue());
      case 22 -> signal();
      case 23 -> count();
      case 24 -> insert();
      case 25 -> renew();
      default -> accesses.access();
    }
  }

  private CompletionQueue queue() {
    return stations.queues.get(random.nextInt(stations.queues.size()));
  }

  private int entries() {
    return random.nextInt(ENTRIES + 1);
  }

  private boolean waits() {
    return stations.setup.waitObject() != WaitObject.NONE;
  }

  private void sread() {
    reader.sread(queue(), 1 + random.nextInt(ENTRIES), random.nextInt(3));
  }

  private void signal() {
    assertEquals(waits() ? 0 : -Errno.EINVAL, queue().signal(), "signal");
  }

  /** Cancels an operation of any thread, or many in quick succession. */
  private void cancel() {
    long latest = ledger.last() - random.nextInt(RECENT);
    long oldest = random.nextInt(4) == 0 ? latest - ENTRIES : latest;
    for (long number = latest; number >= oldest; number--) {
      cancel(number);
    }
  }

  private void cancel(long number) {
    Operation operation = ledger.find(number);
    boolean allowed = !(operation instanceof Sending) || stations.setup.withdraws();
    if (operation != null && allowed) {
      operation.cancelTried = true;
      cancel(operation);
    }
  }

  private static void cancel(Operation operation) {
    try {
      int result = operation.station.cancel(operation);
      assertTrue(result == 0 || result == -Errno.EAGAIN, () -> "cancel returned " + result);
    } catch (IllegalStateException e) {
      if (!operation.station.closing) {
        throw e;
      }
    }
  }

  private void count() {
    List<Counter> counters = List.copyOf(poster.any().counters.values());
    if (!counters.isEmpty()) {
      Counter counter = counters.get(random.nextInt(counters.size()));
      long before = counter.read();
      counter.readErr();
      int result = counter.await(before + 1, random.nextInt(2));
      boolean expected = waits() ? WAITED.contains(result) : result == -Errno.ENOSYS;
      assertTrue(expected, () -> "wait of a counter returned " + result);
      assertTrue(counter.read() >= (result == 0 ? before + 1 : before), "counter went back");
    }
  }

  /** Inserts a known address, then others, which it removes. */
  private void insert() {
    Station at = poster.any();
    Station peer = poster.any();
    for (int i = 0; i < ENTRIES; i++) {
      assertEquals(at.handleOf(peer), at.vector.insert(peer.name), "handle of a known address");
      insertOther(at, peer, i);
    }
  }

  private void insertOther(Station at, Station peer, int number) {
    String other = new String(peer.name, StandardCharsets.UTF_8) + "-" + thread + "-" + number;
    byte[] address = other.getBytes(StandardCharsets.UTF_8);
    long handle = at.vector.insert(address);
    if (handle != FabricAddress.NOTAVAIL) {
      assertArrayEquals(address, at.vector.lookup(handle), "address of a handle");
      assertEquals(0, at.vector.remove(handle), "removal");
    }
  }

  private void renew() {
    if (random.nextBoolean()) {
      accesses.any().renew();
    }
  }
}
