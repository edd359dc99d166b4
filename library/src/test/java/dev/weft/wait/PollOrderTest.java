package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PollOrderTest {
  private final PollOrder<Integer> order = new PollOrder<>();

  private static Integer[] members(int count) {
    return IntStream.range(0, count).boxed().toArray(Integer[]::new);
  }

  private List<Integer> poll(Integer[] members) {
    List<Integer> looked = new ArrayList<>();
    for (int look = 0; look < PollOrder.looks(false); look++) {
      Integer member = order.member(members, look);
      if (member != null) {
        looked.add(member);
      }
    }
    return looked;
  }

  @Test
  void shouldLookAtAllOfFew() {
    assertTrue(PollOrder.isWhole(0));
    assertTrue(PollOrder.isWhole(32));
    assertFalse(PollOrder.isWhole(33));
  }

  @ParameterizedTest
  @ValueSource(ints = {33, 39, 64, 100, 1000})
  void shouldLookAtEachMemberInTurn(int count) {
    Integer[] members = members(count);
    Set<Integer> looked = new HashSet<>();
    for (int poll = 0; poll < (count + 31) / 32; poll++) {
      looked.addAll(poll(members));
    }
    assertEquals(new HashSet<>(Arrays.asList(members)), looked);
  }

  @Test
  void shouldLookFirstAtThoseThatHadWork() {
    Integer[] members = members(500);
    order.hadWork(400);
    order.hadWork(300);
    order.hadWork(400);
    for (int poll = 0; poll < 5; poll++) {
      assertEquals(Set.of(400, 300), new HashSet<>(poll(members).subList(0, 2)));
    }
  }

  @Test
  void shouldNoteTheLastEightOnly() {
    Integer[] members = members(500);
    IntStream.range(100, 120).forEach(order::hadWork);
    Set<Integer> first = new HashSet<>(poll(members).subList(0, 8));
    assertEquals(
        IntStream.range(112, 120).boxed().collect(HashSet::new, Set::add, Set::addAll), first);
  }

  @Test
  void shouldForgetThem() {
    order.hadWork(400);
    order.forget();
    assertNotEquals(400, poll(members(500)).getFirst());
  }

  @Test
  void shouldLookFirstAtThoseThatHadWorkInAPoll() {
    Integer[] members = members(500);
    assertTrue(order.poll(order.generation(), members, member -> member == 3));
    assertEquals(3, poll(members).getFirst());
    assertFalse(order.poll(order.generation(), members, _ -> false));
  }

  /** Another thread removes the member between its look and the note that it had work. */
  @Test
  void shouldNotNoteAMemberThatWasRemovedMeanwhile() {
    Integer[] members = members(500);
    Predicate<Integer> removed =
        member -> {
          if (member == 3) {
            order.forget();
          }
          return member == 3;
        };
    assertTrue(order.poll(order.generation(), members, removed));
    assertFalse(poll(members(500)).contains(3));
  }

  /** A poll has read the members, and then one is removed before it begins. */
  @Test
  void shouldNotNoteAMemberOfAnEarlierGeneration() {
    int seen = order.generation();
    Integer[] members = members(500);
    order.forget();
    assertTrue(order.poll(seen, members, member -> member == 3));
    assertFalse(poll(members).contains(3));
  }

  /** A poll that ends early goes on in the next one. */
  @Test
  void shouldContinueWhereAPollEnded() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
    Integer[] members = members(1000);
    Set<Integer> looked = new HashSet<>();
    while (looked.size() < members.length) {
      int looks = PollOrder.looks(random.nextBoolean()) - random.nextInt(4);
      for (int look = 0; look < looks; look++) {
        Integer member = order.member(members, look);
        if (member != null) {
          looked.add(member);
        }
      }
    }
    assertEquals(members.length, looked.size());
  }

  @Test
  void shouldStayWithinFewerMembers() {
    poll(members(100));
    poll(members(100));
    assertEquals(List.of(0, 1), poll(members(40)).subList(0, 2));
  }
}
