package dev.weft.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.stress.Models;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Model checks every interleaving of threads that post to, complete into and read one small ring.
 */
public class CompletionRingModelTest {
  private static final int CAPACITY = 2;
  private static final int STRIDE = 8;

  private final CompletionRing ring = new CompletionRing(CAPACITY, Sharing.MULTI, null);
  private final List<Long> posted = new ArrayList<>();
  private final List<Long> read = new ArrayList<>();
  private long contexts;

  /** Reserves, completes, and records what was accepted. */
  @Operation
  public void post() {
    if (ring.writer().reserve(1)) {
      long context = next();
      ring.writer().writeSent(context, 0);
    }
  }

  /** Reserves room and gives it back. */
  @Operation
  public void refuse() {
    if (ring.writer().reserve(1)) {
      ring.writer().release(1);
    }
  }

  /** Reads at most one entry. */
  @Operation
  public void poll() {
    readOne();
  }

  private synchronized long next() {
    posted.add(++contexts);
    return contexts;
  }

  private boolean readOne() {
    MemorySegment entry = Arena.ofAuto().allocate(STRIDE, STRIDE);
    if (ring.reader().read(entry, STRIDE, 1, null) != 1) {
      return false;
    }
    remember(entry.get(ValueLayout.JAVA_LONG, 0));
    return true;
  }

  private synchronized void remember(long context) {
    read.add(context);
  }

  /** After all threads: what was accepted is read once, and the ring has its whole room again. */
  @Validate
  public void shouldReadEachEntryOnce() {
    while (readOne()) {}
    read.sort(null);
    assertEquals(posted, read);
    assertEquals(true, ring.writer().reserve(CAPACITY), "room came back");
  }

  @Test
  void shouldHoldInEveryInterleaving() {
    new ModelCheckingOptions()
        .iterations(Models.programs(10))
        .invocationsPerIteration(500)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(0)
        .check(CompletionRingModelTest.class);
  }
}
