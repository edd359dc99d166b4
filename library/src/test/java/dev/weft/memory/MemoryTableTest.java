package dev.weft.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class MemoryTableTest {
  private final MemoryTable table = new MemoryTable();

  private static RegisteredMemory memory(long key) {
    return new RegisteredMemory(key, MemorySegment.NULL, 0);
  }

  private RegisteredMemory added(long key) {
    RegisteredMemory memory = memory(key);
    assertTrue(table.add(memory));
    return memory;
  }

  @Test
  void shouldFindEachKeyAgainAndAgain() {
    RegisteredMemory[] all = new RegisteredMemory[100];
    for (int key = 0; key < all.length; key++) {
      all[key] = added(key);
    }
    for (int lap = 0; lap < 2; lap++) {
      for (int key = 0; key < all.length; key++) {
        assertSame(all[key], table.find(key));
        assertSame(all[key], table.find(key));
      }
    }
  }

  @Test
  void shouldFindKeysOfAnySign() {
    RegisteredMemory lowest = added(Long.MIN_VALUE);
    RegisteredMemory minusOne = added(-1);
    assertSame(lowest, table.find(Long.MIN_VALUE));
    assertSame(minusOne, table.find(-1));
    assertNull(table.find(0));
  }

  @Test
  void shouldRefuseAKeyInUse() {
    RegisteredMemory first = added(5);
    assertFalse(table.add(memory(5)));
    assertSame(first, table.find(5));
  }

  @Test
  void shouldForgetWhatWasRemoved() {
    RegisteredMemory memory = added(5);
    assertSame(memory, table.find(5));
    memory.close();
    table.remove(memory);
    assertNull(table.find(5));
    RegisteredMemory next = added(5);
    assertSame(next, table.find(5));
  }

  /** A key may be reused before the old region is removed a second time. */
  @Test
  void shouldNotRemoveTheNextOwnerOfAKey() {
    RegisteredMemory old = added(5);
    table.remove(old);
    RegisteredMemory next = added(5);
    table.remove(old);
    assertSame(next, table.find(5));
  }

  /** Memory is closed first and removed afterwards; a look-up in between must not use the cache. */
  @Test
  void shouldNotAnswerClosedMemoryFromItsRecentFindings() {
    RegisteredMemory old = added(5);
    assertSame(old, table.find(5));
    RegisteredMemory neighbour = added(5 + 16);
    assertSame(neighbour, table.find(5 + 16));
    assertSame(old, table.find(5));
  }
}
