package dev.weft.provider.verbs.threads;

import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.RegionAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A registered block of memory of which each buffer is used once, with bytes between them that
 * nothing may change.
 */
final class Bytes {
  private static final int GAP = 16;
  private static final int PATTERN = 8 << 20;
  private static final MemorySegment SEED = pattern();
  private static final byte SPOILT = 0x77;

  final MemoryRegion region;
  private final MemorySegment memory;
  private final AtomicInteger used = new AtomicInteger();
  private final List<Part> placed = new ArrayList<>();

  /** A part of the block. */
  record Part(Bytes bytes, int at, int length) {
    MemorySegment memory() {
      return bytes.memory.asSlice(at, length);
    }

    long address() {
      return bytes.region.address() + at;
    }

    /** The bytes as if nothing had been written. */
    MemorySegment untouched() {
      return SEED.asSlice(at, length);
    }

    boolean isUntouched() {
      return memory().mismatch(untouched()) < 0;
    }

    void spoil() {
      memory().fill(SPOILT);
    }

    boolean isSpoilt() {
      for (int i = 0; i < length; i++) {
        if (bytes.memory.get(ValueLayout.JAVA_BYTE, at + i) != SPOILT) {
          return false;
        }
      }
      return true;
    }
  }

  Bytes(ProtectionDomain domain, int size, boolean direct) {
    memory = direct ? domain.allocate(size) : Arena.ofAuto().allocate(size, Long.BYTES);
    memory.copyFrom(SEED.asSlice(0, size));
    region =
        domain.regMr(memory, RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE | RegionAccess.MW_BIND);
  }

  private static MemorySegment pattern() {
    byte[] bytes = new byte[PATTERN];
    new Random(1).nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  /** What the message of a request is, except that the number comes first if there is room. */
  static MemorySegment message(int id, int length) {
    byte[] bytes = new byte[length];
    MemorySegment message = MemorySegment.ofArray(bytes);
    message.copyFrom(SEED.asSlice(id * 61 % 100_003, length));
    if (length >= Integer.BYTES) {
      message.set(ValueLayout.JAVA_INT_UNALIGNED, 0, id);
    }
    return message;
  }

  /** A new part, aligned to 8 bytes if wanted; null without room. */
  synchronized Part place(int length, boolean aligned, int shift) {
    int at = used.get() + GAP + (aligned ? 0 : shift);
    at = aligned ? (at + 7) & -8 : at;
    if (at + length + GAP > memory.byteSize()) {
      return null;
    }
    used.set(at + length);
    Part part = new Part(this, at, length);
    placed.add(part);
    return part;
  }

  /** Where bytes between the buffers have changed; -1 if nowhere. */
  long firstChange() {
    long from = 0;
    for (Part part : placed) {
      long found = mismatch(from, part.at());
      if (found >= 0) {
        return found;
      }
      from = (long) part.at() + part.length();
    }
    return mismatch(from, memory.byteSize());
  }

  private long mismatch(long from, long to) {
    long found = MemorySegment.mismatch(memory, from, to, SEED, from, to);
    return found < 0 ? found : from + found;
  }

  static MemorySegment gather(List<Part> parts) {
    int length = parts.stream().mapToInt(Part::length).sum();
    MemorySegment all = MemorySegment.ofArray(new byte[length]);
    long done = 0;
    for (Part part : parts) {
      MemorySegment.copy(part.memory(), 0, all, done, part.length());
      done += part.length();
    }
    return all;
  }

  static void scatter(MemorySegment data, List<Part> parts) {
    long done = 0;
    for (Part part : parts) {
      MemorySegment.copy(data, done, part.memory(), 0, part.length());
      done += part.length();
    }
  }
}
