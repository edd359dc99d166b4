package dev.weft.completion;

import dev.weft.completion.work.WorkCompletion;
import dev.weft.completion.work.WorkCompletionListener;
import dev.weft.completion.work.WorkCompletionOptions;
import dev.weft.completion.work.WorkCompletionQueue;
import dev.weft.stress.Models;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Model checks that a ring which always holds an entry is never seen empty while others move its
 * head and reuse the slot that a reader looks at.
 */
class NeverEmptyModelTest {
  private static final int CAPACITY = 2;
  private static final int STRIDE = 8;

  /** One thread at a time takes an entry, and writes another one. */
  public static final class TakenByAnotherReader {
    private final CompletionRing ring = new CompletionRing(CAPACITY, Sharing.MULTI, null);
    private final MemorySegment scrap = Arena.ofAuto().allocate(STRIDE, STRIDE);

    /** Makes a full ring. */
    public TakenByAnotherReader() {
      for (int i = 0; i < CAPACITY; i++) {
        write();
      }
    }

    private boolean write() {
      boolean reserved = ring.writer().reserve(1);
      if (reserved) {
        ring.writer().writeSent(1, 0);
      }
      return reserved;
    }

    /** Replaces one entry; returns what the read has returned. */
    @Operation(nonParallelGroup = "exchange")
    public int exchange() {
      int taken = ring.reader().read(scrap, STRIDE, 1, null);
      return write() ? taken : -1;
    }

    /** Looks at the head without the lock. */
    @Operation
    public boolean isEmpty() {
      return ring.reader().isEmpty();
    }
  }

  /** The writer replaces the oldest entry of a queue that ignores overruns. */
  public static final class ReplacedByTheWriter implements WorkCompletionListener {
    private final WorkCompletionQueue queue =
        new WorkCompletionQueue(
            CAPACITY, new WorkCompletionOptions(false, true, false, false), this);

    /** Makes a full queue. */
    public ReplacedByTheWriter() {
      for (int i = 0; i < CAPACITY; i++) {
        add();
      }
    }

    /** Adds one completion. */
    @Operation
    public boolean add() {
      return queue.add(new WorkCompletion());
    }

    /** Looks at the head without a lock. */
    @Operation
    public boolean isEmpty() {
      return queue.isEmpty();
    }

    @Override
    public void completionEvent() {}

    @Override
    public void overrun() {}

    @Override
    public void eventHeldBack(long nanos) {}
  }

  private static void check(Class<?> ring) {
    new ModelCheckingOptions()
        .iterations(Models.programs(5))
        .invocationsPerIteration(500)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(0)
        .actorsAfter(0)
        .check(ring);
  }

  @Test
  void shouldHoldBesideAnotherReader() {
    check(TakenByAnotherReader.class);
  }

  @Test
  void shouldHoldBesideAReplacingWriter() {
    check(ReplacedByTheWriter.class);
  }
}
