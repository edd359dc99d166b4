package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The entry that a look at a queue has taken from C; it is the first of the next read. C cannot say
 * whether a queue has entries. Once a queue is watched, its reads hold the lock of this object, so
 * that entries keep their order.
 */
final class CompletionAhead {
  /** Reads entries from C, as {@code fi_cq_readfrom(3)}. */
  interface Reader {
    int read(CompletionBatch batch, int count, AddressBatch sources);
  }

  private final Reader reader;
  private final CompletionBatch entry;
  private final AddressBatch source;
  private volatile boolean used;
  private boolean stored;

  CompletionAhead(Reader reader, CompletionFormat format, Arena arena) {
    this.reader = reader;
    this.entry = CompletionBatch.allocate(arena, format, 1);
    this.source = AddressBatch.allocate(arena, 1);
  }

  /** Reads take the lock from now on. */
  void use() {
    used = true;
  }

  /** Whether {@link #use} was called. */
  boolean isUsed() {
    return used;
  }

  /** Reads the stored entry, or from C. */
  synchronized int read(CompletionBatch batch, int count, AddressBatch sources) {
    if (!stored || count == 0) {
      return reader.read(batch, count, sources);
    }
    MemorySegment.copy(entry.segment(), 0, batch.segment(), 0, entry.format().stride());
    if (sources != null) {
      sources.set(0, source.get(0));
    }
    stored = false;
    return 1;
  }

  /** Whether an entry is stored: it comes before a failure. */
  synchronized boolean isStored() {
    return stored;
  }

  /** Drives progress; whether there is an entry or a failure. */
  synchronized boolean look() {
    if (stored) {
      reader.read(null, 0, null);
      return true;
    }
    int result = reader.read(entry, 1, source);
    stored = result == 1;
    return result != -Errno.EAGAIN;
  }
}
