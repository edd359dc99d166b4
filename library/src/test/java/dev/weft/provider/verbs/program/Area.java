package dev.weft.provider.verbs.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Registered memory, and the bytes that it must have. All that nobody may write are guards. */
final class Area {
  static final int SIZE = 1 << 16;
  private static final int ALIGNMENT = 64;

  final MemoryRegion region;
  private final MemoryRegion shown;
  final byte[] expected = new byte[SIZE];
  private final List<Part> unknown = new ArrayList<>();

  /** Parts that may still have the bytes of before. */
  private final List<Part> changed = new ArrayList<>();

  private final ProtectionDomain home;
  private final boolean direct;
  private int access;
  private int used = 1;

  /** The domain that it was moved to; null while it is in that of its node. */
  private ProtectionDomain elsewhere;

  /** Memory that was its own, and what is in it: nobody may write it. */
  private final Map<MemorySegment, byte[]> left = new HashMap<>();

  private boolean closed;

  /** A part of an area: one buffer. */
  record Part(Area area, int at, int length) {}

  Area(ProtectionDomain domain, boolean direct, int access, long seed) {
    this(domain, direct, access, seed, Disguise.NONE);
  }

  Area(ProtectionDomain domain, boolean direct, int access, long seed, Disguise disguise) {
    this.direct = direct;
    this.access = access;
    home = domain;
    region = domain.regMr(memory(seed), access);
    shown = disguise.wrap(region);
  }

  /** New memory with these bytes. */
  private MemorySegment memory(long seed) {
    MemorySegment memory = direct ? home.allocate(SIZE) : Arena.ofAuto().allocate(SIZE, ALIGNMENT);
    new Random(seed).nextBytes(expected);
    return memory.copyFrom(MemorySegment.ofArray(expected));
  }

  /** {@code ibv_rereg_mr(3)}: the keys stay. */
  void change(Step.Change step) {
    int key = region.rkey();
    int flags = step.kind() % RegionChange.ACCESS + 1;
    MemorySegment before = region.memory();
    byte[] bytes = expected.clone();
    MemorySegment memory = (flags & RegionChange.TRANSLATION) == 0 ? null : memory(step.kind());
    ProtectionDomain domain = (flags & RegionChange.PD) == 0 ? null : otherDomain();
    int rights = (flags & RegionChange.ACCESS) == 0 ? 0 : rights(step.rights());
    assertEquals(0, shown.rereg(flags, domain, memory, rights), "ibv_rereg_mr");
    assertEquals(key, region.rkey(), "rkey after ibv_rereg_mr");
    if (memory != null) {
      left.put(before, bytes);
    }
    access = (flags & RegionChange.ACCESS) == 0 ? access : rights;
    move(domain);
  }

  private ProtectionDomain otherDomain() {
    return elsewhere == null ? home.verbs().allocPd() : home;
  }

  private void move(ProtectionDomain domainOrNull) {
    if (domainOrNull == null) {
      return;
    }
    if (elsewhere != null) {
      elsewhere.close();
    }
    elsewhere = domainOrNull.equals(home) ? null : domainOrNull;
  }

  /** Remote write and atomic access need local write access. */
  private static int rights(int bits) {
    int remote = bits << 1 & RegionAccess.REMOTE;
    int bind = bits % 3 == 0 ? 0 : RegionAccess.MW_BIND;
    boolean reads = remote == RegionAccess.REMOTE_READ;
    return remote | bind | (reads ? 0 : RegionAccess.LOCAL_WRITE);
  }

  /** A change that must be refused, because a window is bound. */
  void requireUnchangeable() {
    int flags = RegionChange.ACCESS;
    assertEquals(RegionChange.ERR_INPUT, region.rereg(flags, null, null, RegionAccess.LOCAL_WRITE));
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
    left.forEach((memory, bytes) -> assertTrue(isUntouched(memory, bytes), "memory of before"));
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
    move(home);
  }

  private static boolean isUntouched(MemorySegment memory, byte[] bytes) {
    return MemorySegment.ofArray(bytes).mismatch(memory) < 0;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isWritable() {
    return (access & RegionAccess.LOCAL_WRITE) != 0;
  }

  /** VQ-22: whether peers have this right, without a window. */
  boolean grants(int right) {
    return !closed && elsewhere == null && (access & right) != 0;
  }

  boolean isIn(ProtectionDomain domain) {
    return elsewhere == null && home.equals(domain);
  }

  /** VQ-35: whether windows of a domain may be bound to it. */
  boolean mayBind(ProtectionDomain domain, boolean writes) {
    return !closed
        && isIn(domain)
        && (access & RegionAccess.MW_BIND) != 0
        && (!writes || isWritable());
  }
}
