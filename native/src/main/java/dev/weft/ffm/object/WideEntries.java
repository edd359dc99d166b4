package dev.weft.ffm.object;

import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.wait.SpinLock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where C writes the entries of a queue of format CONTEXT or MSG, whose callers get the beginning
 * of each. The rest says when a receive of many ends: its flags, and where the last message lies.
 *
 * <pre>
 *   C writes       | context | flags | length | buffer | data |     here
 *   callers get    | context |                                      format CONTEXT
 *                  | context | flags | length |                     format MSG
 * </pre>
 *
 * <p>Any thread may read; reads take a lock.
 */
final class WideEntries {
  /** Has C write entries of this size, as {@code fi_cq_readfrom(3)}. */
  interface Reader {
    int read(MemorySegment entries, int stride, int count, AddressBatch sources);
  }

  private static final CompletionFormat FORMAT = CompletionFormat.DATA;

  /** Entries of one read of C. */
  private static final int ROOM = 64;

  private final SpinLock lock = new SpinLock();
  private final Reader reader;
  private final MemorySegment memory;
  private final int width;

  private WideEntries(Reader reader, int width, Arena arena) {
    this.reader = reader;
    this.width = width;
    this.memory = arena.allocate((long) ROOM * FORMAT.stride(), Long.BYTES);
  }

  /** For a queue of this format; null if callers get all that C writes. */
  static WideEntries of(CompletionFormat format, Reader reader, Arena arena) {
    return formatInC(format).equals(format)
        ? null
        : new WideEntries(reader, format.stride(), arena);
  }

  /** The format that C has for a queue of this format. */
  static CompletionFormat formatInC(CompletionFormat format) {
    return format.stride() < FORMAT.stride() ? FORMAT : format;
  }

  /** Reads entries from C, and gives callers what is theirs. */
  int read(CompletionBatch batch, int count, AddressBatch sources) {
    lock.lock();
    try {
      int read = reader.read(memory, FORMAT.stride(), Math.min(count, ROOM), sources);
      copy(read, batch);
      return read;
    } finally {
      lock.unlock();
    }
  }

  /** Copies what callers get of the first entries; nothing of a negative number. */
  private void copy(int count, CompletionBatch batch) {
    MemorySegment entries = batch.segment();
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(memory, (long) i * FORMAT.stride(), entries, (long) i * width, width);
    }
  }
}
