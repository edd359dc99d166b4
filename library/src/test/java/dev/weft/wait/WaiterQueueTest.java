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

/** A waiter queue that one thread enters several times, in place of several threads. */
class WaiterQueueTest {
  private static final int KEPT = 64;

  private final WaiterQueue line = new WaiterQueue();

  private List<Waiter> join(int count) {
    List<Waiter> sleepers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sleepers.add(line.join(() -> true));
    }
    return sleepers;
  }

  @Test
  void shouldUseTheTurnsThatHaveEndedAgain() {
    Waiter waiter = line.join(() -> true);
    for (int i = 0; i < 3 * KEPT; i++) {
      assertTrue(line.leave(waiter));
      assertNull(waiter.condition, "what it waited for is not kept alive");
      assertNull(waiter.thread, "nor the thread");
      assertSame(waiter, line.join(() -> true));
    }
  }

  @Test
  void shouldKeepSoManyTurnsAndNoMore() {
    Set<Waiter> before = Collections.newSetFromMap(new IdentityHashMap<>());
    before.addAll(join(2 * KEPT));
    assertEquals(2 * KEPT, before.size());
    before.forEach(line::leave);
    assertEquals(KEPT, join(2 * KEPT).stream().filter(before::contains).count());
  }

  @Test
  void shouldGiveEachItsOwnTurn() {
    List<Waiter> sleepers = join(3);
    line.leave(sleepers.get(1));
    Waiter again = line.join(() -> true);
    assertNotSame(again, sleepers.get(0));
    assertNotSame(again, sleepers.get(2));
    assertEquals(3, line.size());
    assertNotSame(again, line.join(() -> true));
  }

  @Test
  void shouldChooseInTheOrderInWhichTheyJoined() {
    List<Waiter> sleepers = join(3);
    for (Waiter waiter : sleepers) {
      assertSame(Thread.currentThread(), line.choose(false));
      assertTrue(waiter.isChosen());
      assertFalse(line.leave(waiter), "it was out of the line");
    }
    assertTrue(line.isEmpty());
    assertNull(line.choose(true));
  }

  @Test
  void shouldPassOverWhoseConditionDoesNotHold() {
    Waiter first = line.join(() -> false);
    Waiter second = line.join(() -> true);
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
      List<Waiter> sleepers = join(3);
      assertTrue(line.leave(sleepers.remove(gone)));
      assertEquals(2, line.size());
      sleepers.add(line.join(() -> true));
      for (Waiter waiter : sleepers) {
        line.choose(true);
        assertTrue(waiter.isChosen());
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
