package dev.weft.ffm.object;

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
 * <p>One thread at a time: between {@link #lock} and {@link #unlock}.
 */
final class WideEntries {
  private static final CompletionFormat FORMAT = CompletionFormat.DATA;

  /** Entries of one read of C. */
  private static final int ROOM = 64;

  private final SpinLock lock = new SpinLock();
  private final MemorySegment memory;
  private final int width;

  private WideEntries(int width, Arena arena) {
    this.width = width;
    this.memory = arena.allocate((long) ROOM * FORMAT.stride(), Long.BYTES);
  }

  /** For a queue of this format; null if callers get all that C writes. */
  static WideEntries of(CompletionFormat format, Arena arena) {
    return formatInC(format).equals(format) ? null : new WideEntries(format.stride(), arena);
  }

  /** The format that C has for a queue of this format. */
  static CompletionFormat formatInC(CompletionFormat format) {
    return format.stride() < FORMAT.stride() ? FORMAT : format;
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Bytes of an entry. */
  int stride() {
    return FORMAT.stride();
  }

  /** How many entries fit of {@code count}. */
  int fitting(int count) {
    return Math.min(count, ROOM);
  }

  MemorySegment memory() {
    return memory;
  }

  /** Copies what callers get of the first entries; nothing of a negative number. */
  void copy(int count, CompletionBatch batch) {
    MemorySegment entries = batch.segment();
    for (int i = 0; i < count; i++) {
      MemorySegment.copy(memory, (long) i * FORMAT.stride(), entries, (long) i * width, width);
    }
  }
}
