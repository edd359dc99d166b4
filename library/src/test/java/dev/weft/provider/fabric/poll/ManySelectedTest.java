package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selectors with so many members that those without events stay armed. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ManySelectedTest {
  private static final int MEMBERS = 70;
  private static final int STEPS = 4_000;
  private static final int MESSAGES = 20_000;
  private static final int FOREVER = -1;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);

  /** The reference: a queue is ready while it has entries. Selections do not wait, or not long. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldAgreeWithReference(String provider) {
    CompletionBatch batch = ManyMembers.batch();
    int[] unread = new int[MEMBERS];
    Set<Integer> expected = new HashSet<>();
    try (ManyMembers members = new ManyMembers(provider, WaitObject.UNSPEC, MEMBERS);
        CompletionSelector<Integer> selector = members.domain.fabric.openSelector()) {
      register(members, selector);
      for (int step = 0; step < STEPS; step++) {
        int to = random.nextInt(random.nextBoolean() ? MEMBERS : 2);
        if (unread[to] < ManyMembers.RECEIVES) {
          members.send(to);
          unread[to]++;
          expected.add(to);
        }
        Set<Integer> found = new HashSet<>();
        while (!found.containsAll(expected)) { // between processes, one by one
          selector.select(ready -> found.add(ready.attachment()), FOREVER);
        }
        assertEquals(expected, found);
        if (random.nextInt(4) > 0) {
          assertEquals(unread[to], members.read(to, batch));
          unread[to] = 0;
          expected.remove(to);
        }
        for (int i = 0; i < random.nextInt(1, 200) && expected.isEmpty(); i++) {
          assertEquals(0, selector.select(_ -> {}, random.nextInt(50) == 0 ? 1 : 0));
        }
      }
    }
  }

  private static void register(ManyMembers members, CompletionSelector<Integer> selector) {
    IntStream.range(0, MEMBERS)
        .forEach(number -> selector.register(members.queues.get(number), number));
  }

  @ParameterizedTest
  @CsvSource({"loopback, 1", "loopback, 3", "shm, 1", "shm, 3"})
  void shouldWakeAThreadForEachMessage(String provider, int threads) {
    try (ManyMembers members = new ManyMembers(provider, WaitObject.UNSPEC, MEMBERS);
        CompletionSelector<Integer> selector = members.domain.fabric.openSelector()) {
      register(members, selector);
      Traffic traffic = new Traffic(members, selector);
      CompletableFuture<?>[] selecting =
          IntStream.range(0, threads)
              .mapToObj(_ -> CompletableFuture.runAsync(traffic::receive, Traffic::platformThread))
              .toArray(CompletableFuture[]::new);
      traffic.send();
      CompletableFuture.allOf(selecting).join();
      assertEquals(MESSAGES, traffic.read.get());
    }
  }

  @ParameterizedTest
  @CsvSource({"loopback, 1", "loopback, 3", "shm, 1", "shm, 3"})
  void shouldEndAWaitForEachMessage(String provider, int threads) {
    try (ManyMembers members = new ManyMembers(provider, WaitObject.SET, MEMBERS)) {
      Traffic traffic = new Traffic(members, null);
      CompletableFuture<?>[] waiting =
          IntStream.range(0, threads)
              .mapToObj(
                  _ ->
                      CompletableFuture.runAsync(
                          traffic::receiveAfterWaits, Traffic::platformThread))
              .toArray(CompletableFuture[]::new);
      traffic.send();
      CompletableFuture.allOf(waiting).join();
      assertEquals(MESSAGES, traffic.read.get());
    }
  }

  /** One thread sends, others receive. */
  private static final class Traffic {
    private final ManyMembers members;
    private final CompletionSelector<Integer> selector;
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicIntegerArray room = new AtomicIntegerArray(MEMBERS);

    Traffic(ManyMembers members, CompletionSelector<Integer> selector) {
      this.members = members;
      this.selector = selector;
      IntStream.range(0, MEMBERS).forEach(number -> room.set(number, ManyMembers.RECEIVES));
    }

    static void platformThread(Runnable task) {
      Thread.ofPlatform().start(task);
    }

    /** The pauses let receiving threads sleep. */
    void send() {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
      for (int sent = 0; sent < MESSAGES; sent++) {
        int to = random.nextInt(MEMBERS);
        Node.until(() -> room.get(to) > 0);
        room.decrementAndGet(to);
        members.send(to);
        if (random.nextInt(40) == 0) {
          LockSupport.parkNanos(100_000);
        }
      }
    }

    void receive() {
      CompletionBatch batch = ManyMembers.batch();
      int result = 0;
      while (result >= 0) {
        result = selector.select(ready -> receive(ready, batch), FOREVER);
      }
      assertEquals(-Errno.EBADF, result);
    }

    private void receive(SelectorKey<Integer> ready, CompletionBatch batch) {
      if (readFrom(ready.attachment(), batch)) {
        selector.close();
      }
    }

    /** Whether this has read the last message. */
    private boolean readFrom(int number, CompletionBatch batch) {
      int count;
      synchronized (members.queues.get(number)) {
        count = members.read(number, batch);
        members.counters.get(number).read(); // or it would end each wait
      }
      room.addAndGet(number, count);
      return count > 0 && read.addAndGet(count) == MESSAGES;
    }

    /** Reads all queues after each wait. The last reader ends the wait of the next thread. */
    void receiveAfterWaits() {
      CompletionBatch batch = ManyMembers.batch();
      while (read.get() < MESSAGES) {
        assertEquals(0, members.waitSet.await(FOREVER));
        IntStream.range(0, MEMBERS).forEach(number -> readFrom(number, batch));
      }
      members.counters.getFirst().add(1);
    }
  }
}
