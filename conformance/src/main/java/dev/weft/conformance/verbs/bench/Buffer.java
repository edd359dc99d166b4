package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.check.Check;
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
public record Buffer(MemorySegment memory, MemoryRegion region) {

  /** All access rights of peers. */
  public static final int OPEN =
      RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND;

  public static Buffer register(ProtectionDomain domain, MemorySegment memory, int access) {
    return new Buffer(memory, domain.regMr(memory, access));
  }

  /** The address of the byte at this offset for peers and requests. */
  public long address(long offset) {
    return region.address() + offset;
  }

  public int lkey() {
    return region.lkey();
  }

  public int rkey() {
    return region.rkey();
  }

  public long get(long offset) {
    return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  public void put(long offset, long value) {
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
  }

  public byte at(long offset) {
    return memory.get(ValueLayout.JAVA_BYTE, offset);
  }

  /** Fills a range with the byte pattern of a seed. */
  public void pattern(long offset, long length, int seed) {
    for (long i = 0; i < length; i++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + i, patternAt(seed, i));
    }
  }

  /** Fails unless the range holds that pattern. */
  public void expectPattern(long offset, long length, int seed, String what) {
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
