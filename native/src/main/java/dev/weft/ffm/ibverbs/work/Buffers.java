package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.work.ScatterGatherList;

/** {@code struct ibv_sge}. */
final class Buffers {
  /** Bytes of an entry. */
  static final long BYTES = WorkLayouts.BUFFER.size();

  private static final long ADDRESS = WorkLayouts.BUFFER.offset("addr");
  private static final long LENGTH = WorkLayouts.BUFFER.offset("length");
  private static final long KEY = WorkLayouts.BUFFER.offset("lkey");

  private Buffers() {}

  /** Writes all entries of a list from an address on. */
  static void write(ScatterGatherList list, long at) {
    for (int i = 0; i < list.count(); i++) {
      write(at + i * BYTES, list.address(i), list.length(i), list.lkey(i));
    }
  }

  static void write(long at, long address, int length, int key) {
    CMemory.word(at + ADDRESS, address);
    CMemory.integer(at + LENGTH, length);
    CMemory.integer(at + KEY, key);
  }

  /** The error number of a posting function: most return it, some negate it or return -1. */
  static int errorOf(int result) {
    return result == -1 ? VerbsErrno.EINVAL : Math.abs(result);
  }
}
