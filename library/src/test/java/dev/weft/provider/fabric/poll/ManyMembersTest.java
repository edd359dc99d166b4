package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Poll sets with so many members that those without events are armed, not looked at. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ManyMembersTest {
  private static final int MEMBERS = 70;
  private static final int STEPS = 4_000;
  private static final int MESSAGES = 30_000;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(12);

  private final CompletionBatch batch = ManyMembers.batch();

  /** Runs with the queues and counters of the receivers in a set. */
  private static void withSet(ManyMembers members, Run run) throws Exception {
    try (PollSet set = members.domain.domain.openPollSet(PollSetAttributes.defaults())) {
      members.queues.forEach(queue -> set.add(queue, 0));
      members.counters.forEach(counter -> set.add(counter, 0));
      run.with(set);
      members.queues.forEach(queue -> set.del(queue, 0));
      members.counters.forEach(counter -> set.del(counter, 0));
    }
  }

  private interface Run {
    void with(PollSet set) throws Exception;
  }

  /** The contexts of one poll. */
  private static List<Object> poll(PollSet set, int count) {
    Object[] contexts = new Object[count];
    return Arrays.asList(contexts).subList(0, set.poll(contexts, count));
  }

  private static boolean areActive(PollSet set, int count) {
    assertEquals(List.of(), poll(set, 1));
    return set.toString().endsWith(", " + count + " active]");
  }

  @Test
  void shouldArmWhatIsIdle() throws Exception {
    try (ManyMembers members = new ManyMembers("loopback", WaitObject.UNSPEC, MEMBERS)) {
      withSet(
          members,
          set -> {
            Node.until(() -> areActive(set, 0));
            members.send(69);
            assertEquals(Set.of(69, -70), Set.copyOf(poll(set, 8)));
            assertEquals(1, members.read(69, batch));
            Node.until(() -> areActive(set, 0));
          });
    }
  }

  @ParameterizedTest
  @CsvSource({"loopback, NONE", "shm, UNSPEC"})
  void shouldLookAtEachWithoutCheapDoorbells(String provider, WaitObject wait) throws Exception {
    try (ManyMembers members = new ManyMembers(provider, wait, MEMBERS)) {
      withSet(
          members,
          set -> {
            for (int i = 0; i < 10_000; i++) {
              assertTrue(areActive(set, 2 * MEMBERS));
            }
          });
    }
  }

  /** The reference: a queue is reported while it has entries, a counter once after a change. */
  @ParameterizedTest
  @CsvSource({"loopback, UNSPEC", "loopback, FD", "loopback, NONE", "shm, UNSPEC"})
  void shouldAgreeWithReference(String provider, WaitObject wait) throws Exception {
    try (ManyMembers members = new ManyMembers(provider, wait, MEMBERS)) {
      int[] unread = new int[MEMBERS];
      Set<Object> expected = new HashSet<>();
      withSet(
          members,
          set -> {
            for (int step = 0; step < STEPS; step++) {
              int to = random.nextInt(random.nextBoolean() ? MEMBERS : 2);
              if (unread[to] < ManyMembers.RECEIVES) {
                members.send(to);
                unread[to]++;
                expected.add(to);
                expected.add(-1 - to);
              }
              assertEquals(expected, new HashSet<>(poll(set, 2 * MEMBERS)), () -> "of " + set);
              expected.removeIf(context -> (int) context < 0);
              if (random.nextInt(4) > 0) {
                assertEquals(unread[to], members.read(to, batch));
                unread[to] = 0;
                expected.remove(to);
              }
              for (int i = 0; i < random.nextInt(1, 200) && expected.isEmpty(); i++) {
                assertEquals(List.of(), poll(set, 1));
              }
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 2 * MEMBERS})
  void shouldMissNothingBesideASender(int count) throws Exception {
    try (ManyMembers members = new ManyMembers("loopback", WaitObject.UNSPEC, MEMBERS)) {
      AtomicIntegerArray room = new AtomicIntegerArray(MEMBERS);
      for (int i = 0; i < MEMBERS; i++) {
        room.set(i, ManyMembers.RECEIVES);
      }
      withSet(
          members,
          set -> {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendAll(members, room));
            int read = 0;
            Object[] contexts = new Object[2 * MEMBERS];
            while (read < MESSAGES) {
              int stored = set.poll(contexts, count);
              for (int i = 0; i < stored; i++) {
                read += readReported(members, room, (int) contexts[i]);
              }
              assertTrue(!sent.isCompletedExceptionally(), "the sender failed");
            }
            sent.get();
          });
    }
  }

  private int readReported(ManyMembers members, AtomicIntegerArray room, int context) {
    int read = context < 0 ? 0 : members.read(context, batch);
    if (read > 0) {
      room.addAndGet(context, read);
    }
    return read;
  }

  /** Sends to few for some time, so that others are armed, then to others. */
  private static void sendAll(ManyMembers members, AtomicIntegerArray room) {
    RandomGenerator to = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
    int base = 0;
    for (int sent = 0; sent < MESSAGES; sent++) {
      base = sent % 1_000 == 0 ? to.nextInt(MEMBERS) : base;
      int next = (base + to.nextInt(3)) % MEMBERS;
      Node.until(() -> room.get(next) > 0);
      room.decrementAndGet(next);
      members.send(next);
    }
  }

  @Test
  void shouldNotAllocate() throws Exception {
    try (ManyMembers members = new ManyMembers("loopback", WaitObject.UNSPEC, MEMBERS)) {
      Object[] contexts = new Object[4];
      withSet(
          members,
          set ->
              assertEquals(
                  0,
                  SteadyAllocation.ofRounds(
                      2_000,
                      () -> {
                        assertEquals(0, members.inject(5));
                        set.poll(contexts, 4);
                        members.read(5, batch);
                        for (int i = 0; i < 20; i++) {
                          set.poll(contexts, 4);
                        }
                      })));
    }
  }
}
