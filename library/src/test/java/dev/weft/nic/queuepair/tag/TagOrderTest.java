package dev.weft.nic.queuepair.tag;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.MessageTag;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.packet.WorkFlags;
import dev.weft.nic.queuepair.Collector;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.ReceiveRequest;
import dev.weft.nic.workqueue.SharedReceives;
import dev.weft.nic.workqueue.TagMatching;
import dev.weft.nic.workqueue.TagRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The order of tag matching: receives with one tag get the messages with that tag in the order of
 * sending, although some are matched by the device and some in software, which adds tags while
 * messages arrive. Software follows Documentation/tag_matching.md.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TagOrderTest {
  private static final int SENDERS = 3;
  private static final int TAGS = 2;
  private static final int MESSAGES = 150;
  private static final int LISTED = 8;
  private static final int SLOT = 256;
  private static final int ADD = Operation.TAG_ADDED;
  private static final int DELETE = Operation.TAG_ADDED + 1;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Collector told = new Collector();
  private final TagMatching tags = new TagMatching(LISTED, 1, told, event -> {});
  private final SharedReceives shared = new SharedReceives(Station.DEPTH, 1, event -> {}, tags);
  private final MemorySegment memory = Arena.ofAuto().allocate(1 << 16, 64);
  private final List<Station> senders = new ArrayList<>();
  private final List<Station> receivers = new ArrayList<>();
  private final Random random = new Random(17);

  /** Messages that may be sent: limited, or software would fall behind and match them all. */
  private final Semaphore allowed = new Semaphore(0);

  private int key;

  // Software

  /** A tagged receive that is in the list. */
  private record Listed(long wrId, long tag, int handle) {}

  private final List<Listed> listed = new ArrayList<>();

  /** Numbers of unexpected messages without a receive so far, by tag. */
  private final Map<Long, ArrayDeque<Integer>> kept = new HashMap<>();

  /** Receives and their messages by tag, in the order of posting. */
  private final Map<Long, List<Long>> order = new HashMap<>();

  private final Map<Long, Integer> got = new HashMap<>();
  private final ArrayDeque<WorkCompletion> deferred = new ArrayDeque<>();
  private long lastReceive;
  private int handled;
  private int matchedHere;

  private void open() {
    for (int i = 0; i < SENDERS; i++) {
      Station sender = new Station(addresses, TransportType.RELIABLE, 100 + i);
      Station receiver = new Station(addresses, TransportType.RELIABLE, 200 + i, shared, false);
      key =
          receiver
              .table
              .register(Station.DOMAIN, memory, memory.address(), Station.ALL_ACCESS)
              .key();
      sender.ready(200 + i);
      receiver.ready(100 + i);
      senders.add(sender);
      receivers.add(receiver);
    }
  }

  private static long tag(int sender, int tag) {
    return (long) sender << 8 | tag;
  }

  /** Posts a receive: takes a waiting message, or adds it to the list. */
  private void postReceive(long tag) {
    long wrId = ++lastReceive;
    ArrayDeque<Integer> waiting = kept.computeIfAbsent(tag, unknown -> new ArrayDeque<>());
    if (!waiting.isEmpty()) {
      order.computeIfAbsent(tag, unknown -> new ArrayList<>()).add(wrId);
      got.put(wrId, waiting.poll());
    } else if (listed.size() < LISTED - SENDERS) { // the places of rendezvous come later
      order.computeIfAbsent(tag, unknown -> new ArrayList<>()).add(wrId);
      listed.add(new Listed(wrId, tag, add(wrId, tag)));
    }
  }

  private int add(long wrId, long tag) {
    shared.enter();
    try {
      TagRequest add = tags.request();
      add.opcode = TagRequest.ADD;
      add.flags = TagRequest.WITH_COUNT;
      add.unexpected = handled;
      add.tag = tag;
      add.mask = -1;
      add.receive.reset(wrId).add(memory.address() + (wrId % 64) * SLOT, SLOT, key);
      assertEquals(0, tags.post(add));
      return add.handle;
    } finally {
      shared.exit();
    }
  }

  /** Removes an entry; false if a message has taken it. */
  private boolean remove(Listed entry) {
    shared.enter();
    try {
      TagRequest removal = tags.request();
      removal.opcode = TagRequest.DELETE;
      removal.flags = TagRequest.SIGNALED;
      removal.wrId = entry.wrId;
      removal.handle = entry.handle;
      assertEquals(0, tags.post(removal));
    } finally {
      shared.exit();
    }
    WorkCompletion next = told.next();
    while (next.opcode != DELETE) {
      deferred.add(next);
      next = told.next();
    }
    assertEquals(entry.wrId, next.wrId);
    return next.status == WcStatus.SUCCESS;
  }

  private void report() {
    shared.enter();
    try {
      TagRequest report = tags.request();
      report.opcode = TagRequest.SYNCHRONIZE;
      report.flags = TagRequest.WITH_COUNT;
      report.unexpected = handled;
      assertEquals(0, tags.post(report));
    } finally {
      shared.exit();
    }
  }

  /** Takes one completion; false if there is none. */
  private boolean takeOne() {
    WorkCompletion next = deferred.isEmpty() ? told.poll() : deferred.poll();
    if (next == null) {
      return false;
    }
    assertEquals(WcStatus.SUCCESS, next.status);
    assertEquals(Operation.RECEIVED_TAG, next.opcode);
    if ((next.flags & WorkFlags.TAG_MATCH) != 0) {
      listed.removeIf(entry -> entry.wrId == next.wrId);
      got.put(next.wrId, next.tagMatchingPrivate);
      matchedHere++;
    } else if ((next.flags & WorkFlags.TAG_DATA_VALID) == 0) {
      unexpected(next.tagMatchingTag, next.tagMatchingPrivate);
    }
    return true;
  }

  private void unexpected(long tag, int number) {
    postOrdinary();
    handled++;
    boolean taken = false;
    for (Listed entry : List.copyOf(listed)) {
      if (!taken && entry.tag == tag && remove(entry)) {
        listed.remove(entry);
        got.put(entry.wrId, number);
        taken = true;
      }
    }
    if (!taken) {
      kept.computeIfAbsent(tag, unknown -> new ArrayDeque<>()).add(number);
    }
    report();
  }

  private void postOrdinary() {
    shared.enter();
    try {
      ReceiveRequest request = shared.receive().reset(0);
      request.add(memory.address(), SLOT, key);
      assertEquals(0, shared.post(request));
    } finally {
      shared.exit();
    }
  }

  // Senders

  private void send(int index) throws InterruptedException {
    Station sender = senders.get(index);
    Random own = SeededRandom.of(index);
    int[] numbers = new int[TAGS];
    for (int i = 0; i < Station.DEPTH; i++) {
      sender.receive(i, 1 << 12, 64);
    }
    for (int i = 0; i < MESSAGES; i++) {
      int which = own.nextInt(TAGS);
      boolean large = own.nextInt(4) == 0;
      allowed.acquire();
      sender.word(0, large ? MessageTag.RENDEZVOUS : MessageTag.EAGER);
      sender.word(0, sender.word(0) | (long) Integer.reverseBytes(numbers[which]++) << 32);
      sender.word(8, Long.reverseBytes(tag(index, which)));
      sender.word(16, Long.reverseBytes(sender.memory.address() + (1 << 13)));
      sender.word(24, Long.reverseBytes((long) sender.region.key() << 32 | 64));
      sender.send(i, 0, MessageTag.RENDEZVOUS_SIZE);
      sender.sends.expect(i, WcStatus.SUCCESS);
      for (var notice = sender.receives.poll(); notice != null; notice = sender.receives.poll()) {
        sender.receive(0, 1 << 12, 64);
      }
    }
  }

  @Test
  void shouldKeepTheOrderOfMessagesWithOneTag() throws Exception {
    open();
    for (int i = 0; i < Station.DEPTH; i++) {
      postOrdinary();
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(SENDERS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        int index = i;
        running.add(
            pool.submit(
                () -> {
                  send(index);
                  return null;
                }));
      }
      while (!running.stream().allMatch(Future::isDone)) {
        for (int i = random.nextInt(2 * LISTED); i > 0; i--) {
          postReceive(tag(random.nextInt(SENDERS), random.nextInt(TAGS)));
          Thread.yield(); // so that messages come between an unexpected one and its completion
        }
        while (random.nextInt(4) != 0 && takeOne()) {
          // some more
        }
        if (allowed.availablePermits() < SENDERS) {
          allowed.release(random.nextInt(SENDERS));
        }
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    while (takeOne()) {
      // to the last
    }
    requireOrder();
    assertTrue(matchedHere > 0 && handled > 0, matchedHere + " matched, " + handled + " not");
    senders.forEach(Station::close);
    receivers.forEach(Station::close);
  }

  private void requireOrder() {
    int received = 0;
    for (List<Long> receives : order.values()) {
      for (int i = 0; i < receives.size() && got.containsKey(receives.get(i)); i++) {
        assertEquals(i, got.get(receives.get(i)), "message of receive " + i);
        received++;
      }
    }
    int left = kept.values().stream().mapToInt(ArrayDeque::size).sum();
    assertEquals(SENDERS * MESSAGES, received + left);
    assertEquals(got.size(), received);
  }
}
