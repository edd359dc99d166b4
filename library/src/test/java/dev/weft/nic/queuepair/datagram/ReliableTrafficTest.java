package dev.weft.nic.queuepair.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many queue pairs send through few contexts in both directions, and a context fails. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReliableTrafficTest {
  private static final int MESSAGES = 500;
  private static final int AT_ONCE = 8;
  private static final int MAX = 20_000;
  private static final int SLOT = 24_000;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 15));
  private final EndToEndContexts contexts = new EndToEndContexts();
  private final ProtectionTable table = new ProtectionTable();
  private final AtomicInteger receiving = new AtomicInteger();

  /** One queue pair and its thread. */
  private final class User {
    final Station station;
    final List<Carrier> carriers;
    final List<User> peers = new ArrayList<>();
    final Random random;
    final Map<Integer, Integer> lastFrom = new HashMap<>();
    int posted;
    int ended;
    int succeeded;
    int received;
    int receivesPosted;
    int receivesFreed;

    User(int number, ReliableDomain domain, List<Carrier> carriers) {
      station = new Station(addresses, number, domain, table).ready();
      this.carriers = new ArrayList<>(carriers);
      random = SeededRandom.of(number);
    }

    /** Sends everything, then receives until all senders are done. */
    void run() {
      while (ended < MESSAGES) {
        turn();
        boolean mayPost = station.machine.state() == States.READY_TO_SEND;
        if (mayPost && posted < MESSAGES && posted - ended < AT_ONCE) {
          send();
        }
      }
      receiving.decrementAndGet();
      while (receiving.get() > 0) {
        turn();
      }
    }

    private void turn() {
      while (receivesPosted - receivesFreed < Station.DEPTH) {
        station.receive(receivesPosted, slot(receivesPosted), SLOT);
        receivesPosted++;
      }
      WorkCompletion completion = station.sends.poll();
      if (completion != null) {
        sent(completion);
      }
      completion = station.receives.poll();
      if (completion != null) {
        received(completion);
      }
    }

    private long slot(long index) {
      return (AT_ONCE + index % Station.DEPTH) * SLOT;
    }

    private void send() {
      User to = peers.get(random.nextInt(peers.size()));
      Carrier through = carriers.get(random.nextInt(carriers.size()));
      int length = 16 + 8 * random.nextInt(random.nextInt(10) == 0 ? MAX / 8 : 8);
      long at = (long) posted % AT_ONCE * SLOT;
      station.word(at, posted);
      station.word(at + length - 8, ~(long) posted);
      SendRequest request = station.request(posted, Operation.SEND, at, length);
      station.post(through.address(request, to.station));
      posted++;
    }

    private void sent(WorkCompletion completion) {
      assertEquals(ended, completion.wrId);
      ended++;
      succeeded += completion.status == WcStatus.SUCCESS ? 1 : 0;
      if (station.machine.state() == States.SEND_QUEUE_ERROR && ended == posted) {
        carriers.removeIf(carrier -> carrier.machine.isClosed());
        assertEquals(0, station.modify(States.READY_TO_SEND, 0));
      }
    }

    private void received(WorkCompletion completion) {
      receivesFreed += completion.freedResources;
      if (completion.status == WcStatus.REMOTE_ABORT
          || completion.status == WcStatus.LOCAL_CONTEXT_OPERATION
          || completion.status == WcStatus.FLUSHED) {
        return;
      }
      assertEquals(WcStatus.SUCCESS, completion.status);
      long at = slot(completion.wrId);
      int number = (int) station.word(at);
      assertEquals(~(long) number, station.word(at + completion.byteLength - 8));
      Integer last = lastFrom.put(completion.sourceQueuePair, number);
      assertTrue(last == null || last < number, "twice, or out of order");
      received++;
    }
  }

  private Carrier connect(int first, ReliableDomain here, ReliableDomain there, List<Carrier> far) {
    Carrier one = new Carrier(addresses, first, here, table);
    Carrier other = new Carrier(addresses, first + 1, there, table);
    for (Carrier carrier : List.of(one, other)) {
      carrier.attributes.timeout = 18;
      carrier.attributes.retries = 7;
    }
    far.add(other.ready(first));
    return one.ready(first + 1);
  }

  @Test
  void shouldLoseAndRepeatNothing() throws Exception {
    ReliableDomain here = new ReliableDomain(contexts);
    ReliableDomain there = new ReliableDomain(contexts);
    List<Carrier> near = new ArrayList<>();
    List<Carrier> far = new ArrayList<>();
    for (int number : new int[] {20, 22, 24}) {
      near.add(connect(number, here, there, far));
    }
    List<User> users = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      users.add(new User(1 + i, i < 3 ? here : there, i < 3 ? near : far));
    }
    users.subList(0, 3).forEach(user -> user.peers.addAll(users.subList(3, 6)));
    users.subList(3, 6).forEach(user -> user.peers.addAll(users.subList(0, 3)));
    receiving.set(users.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(users.size())) {
      List<Future<?>> running = new ArrayList<>();
      users.forEach(user -> running.add(threads.submit(user::run)));
      Thread.sleep(50);
      near.getLast().close();
      far.getLast().close();
      for (Future<?> each : running) {
        each.get();
      }
    }
    users.forEach(ReliableTrafficTest::requireAllFreed);
    int succeeded = users.stream().mapToInt(user -> user.succeeded).sum();
    int received = users.stream().mapToInt(user -> user.received).sum();
    assertTrue(received >= succeeded, received + " of " + succeeded);
    assertTrue(succeeded > users.size() * MESSAGES / 2, "only " + succeeded);
    users.forEach(user -> user.station.close());
    near.subList(0, 2).forEach(Carrier::close);
    far.subList(0, 2).forEach(Carrier::close);
  }

  /** The freed resource counts of all completions add up to the posted receives. */
  private static void requireAllFreed(User user) {
    assertEquals(0, user.station.modify(States.ERROR, 0));
    for (WorkCompletion rest = user.station.receives.poll();
        rest != null;
        rest = user.station.receives.poll()) {
      user.received(rest);
    }
    assertEquals(user.receivesPosted, user.receivesFreed);
  }
}
