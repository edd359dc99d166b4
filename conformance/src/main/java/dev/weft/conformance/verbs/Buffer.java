package dev.weft.conformance.verbs;

import dev.weft.conformance.Check;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.RegionAccess;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Registered memory that the kit sees, whichever process its owner lives in.
 *
 * @param memory its bytes, as the kit sees them
 * @param region which knows their addresses, as the owner sees them
 */
record Buffer(MemorySegment memory, MemoryRegion region) {

  /** All that peers may be allowed. */
  static final int OPEN = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND;

  static Buffer register(ProtectionDomain domain, MemorySegment memory, int access) {
    return new Buffer(memory, domain.regMr(memory, access));
  }

  /** What peers and requests call the byte at this offset. */
  long address(long offset) {
    return region.address() + offset;
  }

  int lkey() {
    return region.lkey();
  }

  int rkey() {
    return region.rkey();
  }

  long get(long offset) {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  void put(long offset, long value) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
  }

  byte at(long offset) {
    return memory.get(ValueLayout.JAVA_BYTE, offset);
  }

  /** Fills a range with bytes that follow from a seed. */
  void pattern(long offset, long length, int seed) {
    for (long i = 0; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + i, patternAt(seed, i));
    }
  }

  /** A failure unless the range holds that pattern. */
  void expectPattern(long offset, long length, int seed, String what) {
    for (long i = 0; i < length; i++) {
      if (at(offset + i) != patternAt(seed, i)) {
        Check.equal(patternAt(seed, i), at(offset + i), "%s, byte %d of %d", what, i, length);
      }
    }
  }

  private static byte patternAt(int seed, long i) {
    return (byte) (31L * seed + 7 * i + (i >>> 8));
  }
}
