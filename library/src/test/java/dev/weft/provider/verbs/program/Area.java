package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Registered memory, and the bytes that it must have. All that nobody may write are guards. */
final class Area {
  static final int SIZE = 1 << 16;
  private static final int ALIGNMENT = 64;

  final MemoryRegion region;
  final byte[] expected = new byte[SIZE];
  private final List<Part> unknown = new ArrayList<>();

  /** Parts that may still have the bytes of before. */
  private final List<Part> changed = new ArrayList<>();

  private final int access;
  private int used = 1;
  private boolean closed;

  /** A part of an area: one buffer. */
  record Part(Area area, int at, int length) {}

  Area(ProtectionDomain domain, boolean direct, int access, long seed) {
    MemorySegment memory =
        direct ? domain.allocate(SIZE) : Arena.ofAuto().allocate(SIZE, ALIGNMENT);
    new Random(seed).nextBytes(expected);
    memory.copyFrom(MemorySegment.ofArray(expected));
    this.access = access;
    region = domain.regMr(memory, access);
  }

  /** A new part that does not overlap others, with bytes between; null if there is no room. */
  Part take(int length) {
    if (length > SIZE - used - 1) {
      return null;
    }
    Part part = new Part(this, used, length);
    used += length + 1 + length % 3;
    return part;
  }

  long address(int at) {
    return region.address() + at;
  }

  /** Sets bytes that a request writes. */
  void write(int at, byte[] data, int from, int length) {
    changed.add(new Part(this, at, length));
    System.arraycopy(data, from, expected, at, length);
  }

  long number(int at) {
    return bytes().getLong(at);
  }

  void number(int at, long value) {
    changed.add(new Part(this, at, Long.BYTES));
    bytes().putLong(at, value);
  }

  private ByteBuffer bytes() {
    return ByteBuffer.wrap(expected).order(ByteOrder.nativeOrder());
  }

  /** From now on nothing is known of a part: a failed request may have written it. */
  void forget(Part part) {
    unknown.add(part);
  }

  /** The first byte that differs from what is expected, or -1. */
  long mismatch() {
    MemorySegment wanted = MemorySegment.ofArray(expected);
    for (Part part : unknown) {
      MemorySegment.copy(
          region.memory(), ValueLayout.JAVA_BYTE, part.at(), expected, part.at(), part.length());
    }
    long at = wanted.mismatch(region.memory());
    assertTrue(at < 0 || isChanging(at), () -> "byte " + at + " was written, but is no target");
    return at;
  }

  private boolean isChanging(long at) {
    return Stream.concat(changed.stream(), unknown.stream())
        .anyMatch(part -> part.at() <= at && at < part.at() + part.length());
  }

  /** To be called when all bytes are as expected. */
  void settle() {
    changed.clear();
  }

  void close() {
    closed = true;
    region.close();
  }

  boolean isClosed() {
    return closed;
  }

  boolean isWritable() {
    return (access & RegionAccess.LOCAL_WRITE) != 0;
  }

  /** VQ-22: whether peers have this right, without a window. */
  boolean grants(int right) {
    return !closed && (access & right) != 0;
  }

  /** VQ-35: whether windows of a domain may be bound to it. */
  boolean mayBind(ProtectionDomain domain, boolean writes) {
    return !closed
        && region.protectionDomain().equals(domain)
        && (access & RegionAccess.MW_BIND) != 0
        && (!writes || isWritable());
  }
}
