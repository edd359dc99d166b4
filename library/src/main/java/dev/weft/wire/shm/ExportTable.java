package dev.weft.wire.shm;

import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.SharedMemory.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * Which parts of its shared memory an owner lets others touch, in a file that they map. A grant has
 * a number that no other grant of the owner ever has, and lies in one of the few places that its
 * key names.
 *
 * <p>The owner writes, one thread at a time; everybody reads, at any time.
 */
final class ExportTable {
  /** No place. */
  static final int NONE = -1;

  private static final int PLACES_OF_A_KEY = 8;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
  private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  /** What stands at a place: not to be believed before it is checked. */
  record Grant(long number, long key, long file, long offset, long length, long access) {}

  private final MemorySegment memory;

  private ExportTable(MemorySegment memory) {
    this.memory = memory;
  }

  /** The owner's table. */
  static ExportTable create(Path path) throws IOException {
    MemorySegment memory = Mapping.create(path, ShmLayout.GRANTS_BYTES);
    memory.set(WORD, ShmLayout.MAGIC, ShmLayout.GRANTS_MAGIC);
    return new ExportTable(memory);
  }

  /** Another owner's. */
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

  /** Where a grant with this key lies, or NONE. */
  int find(long key) {
    for (int i = 0; i < PLACES_OF_A_KEY; i++) {
      int place = placeOf(key, i);
      if (number(place) != 0 && memory.get(WORD, at(place) + ShmLayout.GRANT_KEY) == key) {
        return place;
      }
    }
    return NONE;
  }

  /** A copy of what stands at a place; null where there is no grant, or it changes right now. */
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
            memory.get(WORD, at + ShmLayout.GRANT_ACCESS));
    VarHandle.loadLoadFence(); // partner: the fence in grant()
    return number != 0 && number(place) == number ? grant : null;
  }

  /** The number of the grant at a place, 0 for none; pairs with {@link #grant}. */
  long number(int place) {
    return (long) NUMBER.getAcquire(memory, at(place));
  }

  // The owner writes; where somebody has cut the file there is nothing to write, nor to be read.

  /** Writes a grant to a free place; returns it, or NONE where its key has no free one. */
  int grant(long number, long key, Place where, long length, long access) {
    try {
      int place = write(number, key, where, length, access);
      DeferredMmapFault.checkFault();
      return place;
    } catch (InternalError fault) {
      requireCut(fault);
      return NONE;
    }
  }

  private int write(long number, long key, Place where, long length, long access) {
    for (int i = 0; i < PLACES_OF_A_KEY; i++) {
      int place = placeOf(key, i);
      if (number(place) == 0) {
        long at = at(place);
        VarHandle.storeStoreFence(); // after the number went away; partner: the fence in read()
        memory.set(WORD, at + ShmLayout.GRANT_KEY, key);
        memory.set(WORD, at + ShmLayout.GRANT_FILE, where.file);
        memory.set(WORD, at + ShmLayout.GRANT_OFFSET, where.offset);
        memory.set(WORD, at + ShmLayout.GRANT_LENGTH, length);
        memory.set(WORD, at + ShmLayout.GRANT_ACCESS, access);
        NUMBER.setRelease(memory, at, number);
        return place;
      }
    }
    return NONE;
  }

  /** Takes a grant away; who looks after this sees it, and who looked before has said so. */
  void revoke(int place) {
    try {
      NUMBER.setVolatile(memory, at(place), 0L);
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
