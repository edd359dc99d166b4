package dev.weft.cli.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CompletionLedgerTest {
  private final CompletionLedger ledger = new CompletionLedger(100);

  @Test
  void shouldBalanceWhenEachOperationCompletesOnceInAnyOrder() {
    Random random = new Random(7);
    for (int round = 0; round < 1_000; round++) {
      long first = ledger.next();
      accept(100);
      random.longs(first, first + 100).distinct().limit(100).forEach(ledger::complete);
    }
    assertEquals(100_000, ledger.posted());
    assertEquals(100_000, ledger.seen());
    assertEquals(0, ledger.outstanding());
    assertEquals(0, ledger.duplicated());
  }

  @Test
  void shouldCountWhatNeverCompletesAsOutstanding() {
    accept(10);
    for (int number = 0; number < 10; number += 2) {
      ledger.complete(number);
    }
    assertEquals(5, ledger.outstanding());
    assertTrue(ledger.isUnderWay(1));
    assertFalse(ledger.isUnderWay(2));
  }

  @Test
  void shouldCountASecondCompletionAsDuplicated() {
    accept(3);
    assertTrue(ledger.complete(1));
    assertFalse(ledger.complete(1));
    assertEquals(1, ledger.duplicated());
    assertEquals(1, ledger.seen());
  }

  @Test
  void shouldNotTakeADuplicateForTheOperationThatIsLost() {
    accept(2);
    ledger.complete(0);
    ledger.complete(0);
    assertEquals(1, ledger.outstanding());
    assertEquals(1, ledger.duplicated());
  }

  @Test
  void shouldRefuseNumbersThatWereNeverPosted() {
    accept(3);
    assertFalse(ledger.complete(3));
    assertFalse(ledger.complete(-1));
    assertFalse(ledger.complete(Long.MAX_VALUE));
    assertEquals(3, ledger.duplicated());
  }

  @Test
  void shouldRefuseNumbersFromBeforeTheWindow() {
    for (int i = 0; i < 1_000; i++) {
      ledger.accept();
      ledger.complete(i);
    }
    ledger.accept();
    assertFalse(ledger.complete(1_000 - 128), "shares its bit with the one under way");
    assertEquals(1, ledger.outstanding());
  }

  @Test
  void shouldRefuseCapacitiesOutsideTheRange() {
    assertThrows(IllegalArgumentException.class, () -> new CompletionLedger(0));
    assertThrows(IllegalArgumentException.class, () -> new CompletionLedger(Integer.MAX_VALUE));
  }

  private void accept(int count) {
    for (int i = 0; i < count; i++) {
      ledger.accept();
    }
  }
}
