package dev.weft.ffm.operation;

import dev.weft.ffm.linker.CMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The operations of a pool, and the memory that C uses for them. Finds an operation by its context
 * in C, which is the address of its memory; any other number is no operation.
 *
 * <p>Grows by chunks of operations that lie side by side, and never shrinks. Called with the pool's
 * lock.
 */
final class OperationTable {
  /** No index. */
  static final int NONE = -1;

  private static final int CHUNK = 128;

  /** From the first operation of a chunk to its last one. */
  private static final long CHUNK_BYTES = (CHUNK - 1) * Operation.STRIDE;

  private final Arena arena;
  private Operation[] all = new Operation[0];

  /** The addresses of the chunks in ascending order. */
  private long[] chunks = new long[0];

  OperationTable(Arena arena) {
    this.arena = arena;
  }

  Operation at(int index) {
    return all[index];
  }

  /** Every operation, free or not. */
  Operation[] all() {
    return all;
  }

  /** Adds a chunk of free operations; returns the index of the first, which leads to the others. */
  int grow(OperationPool pool) {
    MemorySegment memory = arena.allocate(CHUNK * Operation.STRIDE, CHUNK);
    int used = all.length;
    Operation[] more = Arrays.copyOf(all, used + CHUNK);
    for (int i = 0; i < CHUNK; i++) {
      long address = memory.address() + i * Operation.STRIDE;
      CMemory.word(address + Operation.INDEX, used + i);
      more[used + i] = new Operation(pool, address, used + i);
      more[used + i].next = i + 1 < CHUNK ? used + i + 1 : NONE;
    }
    all = more;
    chunks = Arrays.copyOf(chunks, chunks.length + 1);
    chunks[chunks.length - 1] = memory.address();
    Arrays.sort(chunks);
    return used;
  }

  /**
   * The operation under way with this context in C; null for NULL and for other contexts. shm of
   * 1.17 reports what it finds as the context of a peer's write with data.
   */
  Operation find(long address) {
    if (!isInChunk(address)) {
      return null;
    }
    long index = CMemory.word(address + Operation.INDEX);
    boolean known = index >= 0 && index < all.length && all[(int) index].address() == address;
    return known && all[(int) index].used ? all[(int) index] : null;
  }

  /** An operation of this object with this context that has not been cancelled, or null. */
  Operation posted(OperationOwner owner, long context) {
    for (Operation operation : all) {
      if (operation.isOf(owner) && operation.context == context && !operation.cancelled) {
        return operation;
      }
    }
    return null;
  }

  private boolean isInChunk(long address) {
    int index = Arrays.binarySearch(chunks, address);
    int chunk = index >= 0 ? index : -index - 2;
    return chunk >= 0 && address - chunks[chunk] <= CHUNK_BYTES;
  }

  /** Operations that are not free, but for those that were cancelled. */
  int countPosted() {
    return (int)
        Arrays.stream(all).filter(operation -> operation.used && !operation.cancelled).count();
  }

  /** Operations that are not free. */
  int countUsed() {
    return (int) Arrays.stream(all).filter(operation -> operation.used).count();
  }
}
