package dev.weft.conformance.verbs;

import dev.weft.conformance.Check;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Registered memory that the kit can access, whichever process its owner lives in.
 *
 * @param memory its bytes, mapped in this process
 * @param region the region, with the addresses of the owner's process
 */
record Buffer(MemorySegment memory, MemoryRegion region) {

  /** All access rights of peers. */
  static final int OPEN = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND;

  static Buffer register(ProtectionDomain domain, MemorySegment memory, int access) {
    return new Buffer(memory, domain.regMr(memory, access));
  }

  /** The address of the byte at this offset for peers and requests. */
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

  /** Fills a range with the byte pattern of a seed. */
  void pattern(long offset, long length, int seed) {
    for (long i = 0; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + i, patternAt(seed, i));
    }
  }

  /** Fails unless the range holds that pattern. */
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
