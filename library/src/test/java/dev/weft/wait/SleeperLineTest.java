package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A line that one thread joins several times, in the place of several threads. */
class SleeperLineTest {
  private static final int KEPT = 64;

  private final SleeperLine line = new SleeperLine();

  private List<Sleeper> join(int count) {
    List<Sleeper> sleepers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sleepers.add(line.join(() -> true));
    }
    return sleepers;
  }

  @Test
  void shouldUseTheTurnsThatHaveEndedAgain() {
    Sleeper sleeper = line.join(() -> true);
    for (int i = 0; i < 3 * KEPT; i++) {
      assertTrue(line.leave(sleeper));
      assertNull(sleeper.condition, "what it waited for is not kept alive");
      assertNull(sleeper.thread, "nor the thread");
      assertSame(sleeper, line.join(() -> true));
    }
  }

  @Test
  void shouldKeepSoManyTurnsAndNoMore() {
    Set<Sleeper> before = Collections.newSetFromMap(new IdentityHashMap<>());
    before.addAll(join(2 * KEPT));
    assertEquals(2 * KEPT, before.size());
    before.forEach(line::leave);
    assertEquals(KEPT, join(2 * KEPT).stream().filter(before::contains).count());
  }

  @Test
  void shouldGiveEachItsOwnTurn() {
    List<Sleeper> sleepers = join(3);
    line.leave(sleepers.get(1));
    Sleeper again = line.join(() -> true);
    assertNotSame(again, sleepers.get(0));
    assertNotSame(again, sleepers.get(2));
    assertEquals(3, line.size());
    assertNotSame(again, line.join(() -> true));
  }

  @Test
  void shouldChooseInTheOrderInWhichTheyJoined() {
    List<Sleeper> sleepers = join(3);
    for (Sleeper sleeper : sleepers) {
      assertSame(Thread.currentThread(), line.choose(false));
      assertTrue(sleeper.isChosen());
      assertFalse(line.leave(sleeper), "it was out of the line");
    }
    assertTrue(line.isEmpty());
    assertNull(line.choose(true));
  }

  @Test
  void shouldPassOverWhoseConditionDoesNotHold() {
    Sleeper first = line.join(() -> false);
    Sleeper second = line.join(() -> true);
    assertSame(Thread.currentThread(), line.choose(false));
    assertTrue(second.isChosen());
    assertNull(line.choose(false));
    assertSame(Thread.currentThread(), line.choose(true), "whatever it waits for");
    assertTrue(first.isChosen());
    assertEquals(0, line.size());
  }

  @Test
  void shouldCloseTheGapWhereverOneLeaves() {
    for (int gone = 0; gone < 3; gone++) {
      List<Sleeper> sleepers = join(3);
      assertTrue(line.leave(sleepers.remove(gone)));
      assertEquals(2, line.size());
      sleepers.add(line.join(() -> true));
      for (Sleeper sleeper : sleepers) {
        line.choose(true);
        assertTrue(sleeper.isChosen());
      }
      sleepers.forEach(line::leave);
      assertTrue(line.isEmpty());
    }
  }

  @Test
  void shouldFindAThreadAndLeaveItInLine() {
    assertNull(line.find(_ -> true));
    join(2);
    assertSame(Thread.currentThread(), line.find(_ -> true));
    assertNull(line.find(_ -> false));
    assertEquals(2, line.size());
  }
}
