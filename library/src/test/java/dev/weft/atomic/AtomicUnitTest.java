package dev.weft.atomic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests what the conformance kit cannot check; the kit compares the arithmetic with exact numbers.
 */
class AtomicUnitTest {
  private static final int INT32 = 4;
  private static final int INT64 = 6;
  private static final int FLOAT_COMPLEX = 10;
  private static final int ROUNDS = 20_000;

  private final MemorySegment memory = Arena.ofAuto().allocate(64, 64);
  private final MemorySegment one = Arena.ofAuto().allocate(64, 64);

  private AtomicRun sumOfOne(int datatype, long at) {
    AtomicRun run = new AtomicRun();
    run.datatype = datatype;
    run.operation = Operations.SUM;
    run.count = 1;
    run.target(memory);
    run.targetAt = at;
    run.operands(one);
    return run;
  }

  @ParameterizedTest
  @CsvSource({"4, 1, 4", "6, 1, 8", "0, 1, 1", "2, 1, 2", "14, 1, 16"})
  void shouldLoseNothingBetweenUnits(int datatype, int value, int size) throws Exception {
    one.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    AtomicUnit unit = new AtomicUnit();
                    AtomicRun run = sumOfOne(datatype, size);
                    for (int round = 0; round < ROUNDS; round++) {
                      unit.execute(run);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long seen = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, size);
    long mask = size >= 8 ? -1 : (1L << (size * 8)) - 1;
    assertEquals(2L * ROUNDS & mask, seen & mask);
  }

  @ParameterizedTest
  @CsvSource({"4", "6"})
  void shouldBeAtomicTowardsVarHandles(int datatype) throws Exception {
    VarHandle cell = (datatype == INT64 ? ValueLayout.JAVA_LONG : ValueLayout.JAVA_INT).varHandle();
    one.set(ValueLayout.JAVA_LONG, 0, 1);
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    addOne(cell, datatype);
                  }
                });
    AtomicUnit unit = new AtomicUnit();
    AtomicRun run = sumOfOne(datatype, 8);
    for (int round = 0; round < ROUNDS; round++) {
      unit.execute(run);
    }
    other.join();
    assertEquals(2 * ROUNDS, memory.get(ValueLayout.JAVA_INT, 8));
  }

  private void addOne(VarHandle cell, int datatype) {
    if (datatype == INT32) {
      int before = (int) cell.getAndAdd(memory, 8L, 1);
      assertTrue(before >= 0);
    } else {
      long before = (long) cell.getAndAdd(memory, 8L, 1L);
      assertTrue(before >= 0);
    }
  }

  @Test
  void shouldReadFromMemoryThatCannotBeWritten() {
    memory.set(ValueLayout.JAVA_LONG, 8, 77);
    AtomicRun run = sumOfOne(INT64, 8);
    run.operation = Operations.ATOMIC_READ;
    run.target(memory.asReadOnly());
    run.operands(null);
    run.results(one);
    new AtomicUnit().execute(run);
    assertEquals(77, one.get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void shouldChangeAComplexNumberThatIsAlignedLikeItsParts() {
    memory.set(ValueLayout.JAVA_FLOAT, 4, 1);
    memory.set(ValueLayout.JAVA_FLOAT, 8, 2);
    one.set(ValueLayout.JAVA_FLOAT, 0, 10);
    one.set(ValueLayout.JAVA_FLOAT, 4, 20);
    new AtomicUnit().execute(sumOfOne(FLOAT_COMPLEX, 4));
    assertEquals(11, memory.get(ValueLayout.JAVA_FLOAT, 4));
    assertEquals(22, memory.get(ValueLayout.JAVA_FLOAT, 8));
    assertEquals(0, memory.get(ValueLayout.JAVA_INT, 12));
  }

  @Test
  void shouldKnowNoOtherNumbers() {
    assertFalse(AtomicUnit.supports(-1, Operations.SUM));
    assertFalse(AtomicUnit.supports(20, Operations.SUM));
    assertFalse(AtomicUnit.supports(INT64, -1));
    assertFalse(AtomicUnit.supports(INT64, 20));
    assertTrue(AtomicUnit.supports(INT64, Operations.DIFF));
  }
}
