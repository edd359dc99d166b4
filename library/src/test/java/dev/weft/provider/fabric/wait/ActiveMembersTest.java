package dev.weft.provider.fabric.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wait.Readiness;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class ActiveMembersTest {
  private static final int MANY = 150;

  private final ActiveMembers<Numbered> members = new ActiveMembers<>();
  private final List<MemberEntry<Numbered>> entries = new ArrayList<>();

  private Readiness look;

  /** A member that looks as the test says. */
  private final class Numbered implements ActiveMember {
    private final int number;

    Numbered(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    @Override
    public Readiness event() {
      return look;
    }
  }

  private boolean arm(MemberEntry<Numbered> entry, Readiness now) {
    look = now;
    return entry.arm();
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      entries.add(members.add(new Numbered(entries.size())));
    }
  }

  private List<Integer> active() {
    List<Integer> found = new ArrayList<>();
    for (var entry = members.first(); entry != null; entry = members.after(entry)) {
      found.add(entry.member().number());
    }
    assertEquals(members.active(), found.size());
    return found;
  }

  @Test
  void shouldStartActive() {
    assertNull(members.first());
    add(MANY);
    assertEquals(MANY, active().size());
    assertNull(members.next(MANY));
    assertNull(members.next(Integer.MAX_VALUE));
  }

  @Test
  void shouldBeActiveAgainAfterAnEvent() {
    add(MANY);
    entries.forEach(entry -> assertTrue(arm(entry, () -> false)));
    assertEquals(List.of(), active());
    entries.get(149).notifier().wake();
    entries.get(64).notifier().published();
    entries.get(63).notifier().wake();
    entries.get(63).notifier().wake();
    assertEquals(List.of(63, 64, 149), active());
    assertTrue(arm(entries.get(64), () -> false));
    assertEquals(List.of(63, 149), active());
  }

  @Test
  void shouldStayActiveWhileThereIsAnEvent() {
    add(2);
    assertFalse(arm(entries.get(1), () -> true));
    assertTrue(arm(entries.get(0), () -> false));
    assertEquals(List.of(1), active());
  }

  @Test
  void shouldStayActiveIfTheEventComesDuringTheLook() {
    add(1);
    MemberEntry<Numbered> entry = entries.getFirst();
    boolean armed =
        arm(
            entry,
            () -> {
              entry.notifier().wake();
              return false;
            });
    assertTrue(armed);
    assertEquals(List.of(0), active());
  }

  @Test
  void shouldStayActiveIfTheLookThrows() {
    add(1);
    assertThrows(
        IllegalStateException.class,
        () ->
            arm(
                entries.getFirst(),
                () -> {
                  throw new IllegalStateException();
                }));
    assertEquals(List.of(0), active());
  }

  @Test
  void shouldBeCrowdedFromThirtyThreeOn() {
    add(32);
    assertFalse(members.isCrowded());
    add(1);
    assertTrue(members.isCrowded());
    members.remove(entries.getFirst());
    assertFalse(members.isCrowded());
  }

  @Test
  void shouldArmNoneOfFew() {
    add(32);
    look = () -> false;
    for (int i = 0; i < 100_000; i++) {
      members.armIdle();
    }
    assertFalse(members.advance());
    assertEquals(32, members.active());
  }

  @Test
  void shouldArmAllOfManyBeforeSleeping() {
    add(33);
    look = () -> false;
    assertFalse(members.advance());
    assertEquals(0, members.active());
    look = () -> true;
    assertFalse(members.holds());
    entries.get(20).notifier().published();
    assertTrue(members.holds());
    assertTrue(members.advance());
    assertEquals(List.of(20), active());
  }

  @Test
  void shouldReuseTheNumberOfARemovedMember() {
    add(MANY);
    members.remove(entries.get(70));
    assertEquals(71, members.next(70).number());
    assertEquals(MANY - 1, active().size());
    MemberEntry<Numbered> late = members.add(new Numbered(999));
    assertEquals(999, members.next(70).member().number());
    entries.get(70).notifier().wake(); // of the removed one
    assertTrue(arm(late, () -> false));
    assertEquals(MANY - 1, active().size());
    late.notifier().wake();
    assertEquals(999, members.next(70).member().number());
    assertEquals(MANY, active().size());
  }

  @Test
  void shouldAgreeWithASet() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(4);
    add(MANY);
    TreeSet<Integer> expected = new TreeSet<>(active());
    for (int step = 0; step < 20_000; step++) {
      int which = random.nextInt(MANY);
      MemberEntry<Numbered> entry = entries.get(which);
      if (random.nextBoolean()) {
        boolean event = random.nextInt(8) == 0;
        assertEquals(!event, arm(entry, () -> event));
        if (event) {
          expected.add(which);
        } else {
          expected.remove(which);
        }
      } else {
        entry.notifier().wake();
        expected.add(which);
      }
      int from = random.nextInt(MANY);
      Integer next = expected.ceiling(from);
      assertSame(next == null ? null : entries.get(next), members.next(from));
    }
    assertEquals(new ArrayList<>(expected), active());
  }
}
