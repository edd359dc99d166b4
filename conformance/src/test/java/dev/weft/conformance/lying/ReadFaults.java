package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Faults of entries, their layout and their sources. */
final class ReadFaults {

  private static final int WIDEST = 48;
  private static final long COMPLETION = 1L << 24;

  private ReadFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofQueue("returns 0 for empty", "CQ-015", ReadFaults::zeroForEmpty),
        Fault.ofQueue("duplicates an entry", "CQ-016", ReadFaults::duplicates),
        Fault.ofQueue("reorders entries", "CQ-017", ReadFaults::reorders),
        Fault.ofQueue("drops an entry", "CQ-003", ReadFaults::drops),
        Fault.ofQueue("drops an entry among many readers", "CQ-018", ReadFaults::dropsSeldom),
        Fault.ofQueue("has one stride for all formats", "CQ-012", ReadFaults::wrongStride),
        Fault.ofQueue("skips progress for count 0", "CQ-019", ReadFaults::skipsProgress),
        Fault.ofQueue("gives its own context to entries", "CQ-002", ReadFaults::ownContext),
        Fault.ofQueue("leaks an internal flag", "FL-010", ReadFaults::leaksFlag),
        Fault.ofQueue("shifts source addresses", "CQ-025", ReadFaults::shiftsSources),
        Fault.ofQueue("leaves stale source addresses", "CQ-026", ReadFaults::staleSources),
        Fault.ofQueue("writes sources past the end", "CQ-027", ReadFaults::sourcesPastEnd),
        Fault.ofQueue("closes although it is bound", "CQ-054", ReadFaults::closesWhileBound));
  }

  /** A fault of reads as one expression. */
  @FunctionalInterface
  private interface Lie {
    int tell(int returned, CompletionBatch batch, int count, AddressBatch sources);
  }

  private static CompletionQueue liar(CompletionQueue honest, Lie lie) {
    return new ReadLiar(honest) {
      @Override
      int lie(int returned, CompletionBatch batch, int count, AddressBatch sources) {
        return lie.tell(returned, batch, count, sources);
      }
    };
  }

  private static CompletionQueue zeroForEmpty(CompletionQueue honest) {
    return liar(
        honest, (returned, batch, count, sources) -> returned == -Errno.EAGAIN ? 0 : returned);
  }

  private static CompletionQueue duplicates(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      private boolean again;

      @Override
      public int read(CompletionBatch batch, int count) {
        if (again && count > 0) { // the batch still holds the last read's entries
          again = false;
          return 1;
        }
        int returned = super.read(batch, count);
        again = returned > 0;
        return returned;
      }
    };
  }

  private static CompletionQueue reorders(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          int stride = batch == null ? 0 : batch.format().stride();
          for (int i = 0, j = returned - 1; i < j; i++, j--) {
            swap(batch.segment(), (long) i * stride, (long) j * stride, stride);
          }
          return returned;
        });
  }

  private static void swap(MemorySegment memory, long one, long other, int bytes) {
    MemorySegment kept = Arena.ofAuto().allocate(bytes).copyFrom(memory.asSlice(one, bytes));
    MemorySegment.copy(memory, other, memory, one, bytes);
    MemorySegment.copy(kept, 0, memory, other, bytes);
  }

  private static CompletionQueue drops(CompletionQueue honest) {
    return liar(
        honest, (returned, batch, count, sources) -> returned > 1 ? returned - 1 : returned);
  }

  private static CompletionQueue dropsSeldom(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          boolean hit = false;
          for (int i = 0; i < returned && batch.format() == CompletionFormat.TAGGED; i++) {
            hit |= batch.data(i) == 777;
          }
          return hit ? -Errno.EAGAIN : returned;
        });
  }

  private static CompletionQueue wrongStride(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          int stride = batch == null ? 0 : batch.format().stride();
          for (int i = returned - 1; i > 0; i--) {
            MemorySegment memory = batch.segment();
            if ((i + 1L) * WIDEST <= memory.byteSize()) {
              MemorySegment.copy(memory, (long) i * stride, memory, (long) i * WIDEST, stride);
            }
          }
          return returned;
        });
  }

  private static CompletionQueue skipsProgress(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public int read(CompletionBatch batch, int count) {
        return count == 0 ? 0 : super.read(batch, count);
      }
    };
  }

  private static CompletionQueue ownContext(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          for (int i = 0; i < returned && count > 0; i++) {
            long offset = (long) i * batch.format().stride();
            batch.segment().set(ValueLayout.JAVA_LONG, offset, System.identityHashCode(honest));
          }
          return returned;
        });
  }

  private static CompletionQueue leaksFlag(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          for (int i = 0; i < returned && batch.format() != CompletionFormat.CONTEXT; i++) {
            long offset = (long) i * batch.format().stride() + 8;
            batch.segment().set(ValueLayout.JAVA_LONG, offset, batch.flags(i) | COMPLETION);
          }
          return returned;
        });
  }

  private static CompletionQueue shiftsSources(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          for (int i = 0; sources != null && i < returned - 1; i++) {
            sources.set(i, sources.get(i + 1));
          }
          return returned;
        });
  }

  private static CompletionQueue staleSources(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      private long stale;

      @Override
      public int readFrom(CompletionBatch batch, int count, AddressBatch sources) {
        int returned = super.readFrom(batch, count, sources);
        for (int i = 0; i < returned; i++) {
          stale = sources.get(i) == -1 ? stale : sources.get(i);
          sources.set(i, stale);
        }
        return returned;
      }
    };
  }

  private static CompletionQueue sourcesPastEnd(CompletionQueue honest) {
    return liar(
        honest,
        (returned, batch, count, sources) -> {
          if (sources != null && returned > 0 && returned < sources.capacity()) {
            sources.set(returned, -1);
          }
          return returned;
        });
  }

  private static CompletionQueue closesWhileBound(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      @Override
      public void close() {
        try {
          super.close();
        } catch (FabricException busy) {
          assert busy.errno() == Errno.EBUSY;
        }
      }
    };
  }
}
