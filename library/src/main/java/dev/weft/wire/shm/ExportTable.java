package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.SharedMemory.Location;
import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The table of an owner's exported regions, in a file that peers map. A grant has a number that the
 * owner never reuses, and is stored at one of the few slots that its key hashes to.
 *
 * <p>One owner thread at a time writes; any process reads at any time.
 */
final class ExportTable {
  /** No slot. */
  static final int NONE = -1;

  private static final int SLOTS_OF_A_KEY = 8;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The contents of a slot; must be checked before use. */
  record Grant(
      long number, long key, long file, long offset, long length, long base, long access) {}

  /** What a grant covers: bytes, the address of the first one, and the access bits. */
  record Extent(long length, long base, long access) {}

  private final MemorySegment memory;

  private ExportTable(MemorySegment memory) {
    this.memory = memory;
  }

  /** Creates the owner's table. */
  static ExportTable create(Path path) throws IOException {
    MemorySegment memory = Mapping.create(path, ShmLayout.GRANTS_BYTES);
    memory.set(WORD, ShmLayout.MAGIC, ShmLayout.GRANTS_MAGIC);
    return new ExportTable(memory);
  }

  /** Opens the table of another owner. */
  static ExportTable open(Path path) throws IOException {
    MemorySegment memory = Mapping.open(path, ShmLayout.GRANTS_BYTES);
    if (magic(memory) != ShmLayout.GRANTS_MAGIC) {
      throw new IOException(path + " has a wrong magic");
    }
    return new ExportTable(memory);
  }

  private static long magic(MemorySegment memory) throws IOException {
    try {
      long magic = memory.get(WORD, ShmLayout.MAGIC);
      DeferredMmapFault.checkFault();
      return magic;
    } catch (InternalError noSuchPage) {
      throw new IOException("the table was cut", noSuchPage);
    }
  }

  /** The index of the grant with this key, or NONE. */
  int find(long key) {
    for (int i = 0; i < SLOTS_OF_A_KEY; i++) {
      int index = indexOf(key, i);
      if (number(index) != 0 && memory.get(WORD, at(index) + ShmLayout.GRANT_KEY) == key) {
        return index;
      }
    }
    return NONE;
  }

  /** A copy of the grant in a slot; null if there is none or it is being changed. */
  Grant read(int index) {
    long at = at(index);
    long number = number(index);
    Grant grant =
        new Grant(
            number,
            memory.get(WORD, at + ShmLayout.GRANT_KEY),
            memory.get(WORD, at + ShmLayout.GRANT_FILE),
            memory.get(WORD, at + ShmLayout.GRANT_OFFSET),
            memory.get(WORD, at + ShmLayout.GRANT_LENGTH),
            memory.get(WORD, at + ShmLayout.GRANT_BASE),
            memory.get(WORD, at + ShmLayout.GRANT_ACCESS));
    VarHandle.loadLoadFence(); // partner: the fence in grant()
    return number != 0 && number(index) == number ? grant : null;
  }

  /** The number of the grant in a slot, 0 for none. Pairs with {@link #grant}. */
  long number(int index) {
    return (long) NUMBER.getAcquire(memory, at(index) + ShmLayout.GRANT_NUMBER);
  }

  // Writes by the owner are skipped if the file was truncated.

  /** Stores a grant in a free slot; returns its index, or NONE if its key has no free one. */
  int grant(long number, long key, Location where, Extent extent) {
    try {
      int index = write(number, key, where, extent);
      DeferredMmapFault.checkFault();
      return index;
    } catch (InternalError fault) {
      requireCut(fault);
      return NONE;
    }
  }

  private int write(long number, long key, Location where, Extent extent) {
    for (int i = 0; i < SLOTS_OF_A_KEY; i++) {
      int index = indexOf(key, i);
      if (number(index) == 0) {
        long at = at(index);
        VarHandle.storeStoreFence(); // after the number was cleared; partner: the fence in read()
        memory.set(WORD, at + ShmLayout.GRANT_KEY, key);
        memory.set(WORD, at + ShmLayout.GRANT_FILE, where.file);
        memory.set(WORD, at + ShmLayout.GRANT_OFFSET, where.offset);
        memory.set(WORD, at + ShmLayout.GRANT_LENGTH, extent.length);
        memory.set(WORD, at + ShmLayout.GRANT_BASE, extent.base);
        memory.set(WORD, at + ShmLayout.GRANT_ACCESS, extent.access);
        NUMBER.setRelease(memory, at + ShmLayout.GRANT_NUMBER, number);
        return index;
      }
    }
    return NONE;
  }

  /**
   * Removes a grant. A later check fails; an earlier one has already set the peer's access field.
   */
  void revoke(int index) {
    try {
      NUMBER.setVolatile(memory, at(index) + ShmLayout.GRANT_NUMBER, 0L);
      VarHandle.fullFence(); // partner: the fence in PeerGrant.enter()
      DeferredMmapFault.checkFault();
    } catch (InternalError fault) {
      requireCut(fault);
    }
  }

  private void requireCut(InternalError fault) {
    if (!Mapping.isCut(memory)) {
      throw fault;
    }
  }

  private static int indexOf(long key, int attempt) {
    int first = (int) ((key * GOLDEN) >>> Integer.SIZE);
    return (first + attempt) & (ShmLayout.GRANT_PLACES - 1);
  }

  private static long at(int index) {
    return ShmLayout.GRANTS + index * ShmLayout.GRANT_BYTES;
  }
}
