package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.SharedMemory.Place;
import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The table of an owner's exported regions, in a file that peers map. A grant has a number that the
 * owner never reuses, and is stored at one of the few places that its key hashes to.
 *
 * <p>One owner thread at a time writes; any process reads at any time.
 */
final class ExportTable {
  /** No place. */
  static final int NONE = -1;

  private static final int PLACES_OF_A_KEY = 8;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The contents of a place; must be checked before use. */
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

  /** The place of the grant with this key, or NONE. */
  int find(long key) {
    for (int i = 0; i < PLACES_OF_A_KEY; i++) {
      int place = placeOf(key, i);
      if (number(place) != 0 && memory.get(WORD, at(place) + ShmLayout.GRANT_KEY) == key) {
        return place;
      }
    }
    return NONE;
  }

  /** A copy of the grant at a place; null if there is none or it is being changed. */
  Grant read(int place) {
    long at = at(place);
    long number = number(place);
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
    return number != 0 && number(place) == number ? grant : null;
  }

  /** The number of the grant at a place, 0 for none. Pairs with {@link #grant}. */
  long number(int place) {
    return (long) NUMBER.getAcquire(memory, at(place) + ShmLayout.GRANT_NUMBER);
  }

  // Writes by the owner are skipped if the file was truncated.

  /** Stores a grant at a free place; returns the place, or NONE if its key has no free one. */
  int grant(long number, long key, Place where, Extent extent) {
    try {
      int place = write(number, key, where, extent);
      DeferredMmapFault.checkFault();
      return place;
    } catch (InternalError fault) {
      requireCut(fault);
      return NONE;
    }
  }

  private int write(long number, long key, Place where, Extent extent) {
    for (int i = 0; i < PLACES_OF_A_KEY; i++) {
      int place = placeOf(key, i);
      if (number(place) == 0) {
        long at = at(place);
        VarHandle.storeStoreFence(); // after the number was cleared; partner: the fence in read()
        memory.set(WORD, at + ShmLayout.GRANT_KEY, key);
        memory.set(WORD, at + ShmLayout.GRANT_FILE, where.file);
        memory.set(WORD, at + ShmLayout.GRANT_OFFSET, where.offset);
        memory.set(WORD, at + ShmLayout.GRANT_LENGTH, extent.length);
        memory.set(WORD, at + ShmLayout.GRANT_BASE, extent.base);
        memory.set(WORD, at + ShmLayout.GRANT_ACCESS, extent.access);
        NUMBER.setRelease(memory, at + ShmLayout.GRANT_NUMBER, number);
        return place;
      }
    }
    return NONE;
  }

  /**
   * Removes a grant. A later check fails; an earlier one has already set the peer's access field.
   */
  void revoke(int place) {
    try {
      NUMBER.setVolatile(memory, at(place) + ShmLayout.GRANT_NUMBER, 0L);
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

  private static int placeOf(long key, int attempt) {
    int first = (int) ((key * GOLDEN) >>> Integer.SIZE);
    return (first + attempt) & (ShmLayout.GRANT_PLACES - 1);
  }

  private static long at(int place) {
    return ShmLayout.GRANTS + place * ShmLayout.GRANT_BYTES;
  }
}
