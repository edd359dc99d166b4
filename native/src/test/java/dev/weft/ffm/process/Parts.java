package dev.weft.ffm.process;

import dev.weft.fabric.message.IoVector;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The buffers of one operation, in order. */
final class Parts {
  private static final int LONGEST = 3 << 20;

  private final List<Area> areas = new ArrayList<>();

  /** Random lengths: short, about the bounds between ways to send, and long. */
  static long length(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 1 + random.nextInt(64);
      case 1 -> 1 + random.nextInt(20_000);
      case 2 -> (4096L << random.nextInt(5)) + random.nextInt(5) - 2;
      case 3 -> LONGEST - random.nextInt(3);
      default -> 1 + (long) (LONGEST >> random.nextInt(10)) * random.nextInt(1000) / 1000;
    };
  }

  /** One to {@code limit} buffers of random lengths. */
  static Parts random(Random random, Memories memories, long limit) {
    Parts parts = new Parts();
    for (int count = count(random, limit); count > 0; count--) {
      parts.areas.add(memories.area(random, length(random)));
    }
    return parts;
  }

  /** One to {@code limit} buffers whose lengths have this sum. */
  static Parts ofLength(Random random, Memories memories, long limit, long length) {
    Parts parts = new Parts();
    long left = length;
    for (int count = count(random, Math.min(limit, length)); count > 1; count--) {
      long next = 1 + random.nextLong(left - count + 1);
      parts.areas.add(memories.area(random, next));
      left -= next;
    }
    parts.areas.add(memories.area(random, left));
    return parts;
  }

  private static int count(Random random, long limit) {
    return random.nextBoolean() ? 1 : 1 + random.nextInt((int) limit);
  }

  int count() {
    return areas.size();
  }

  long length() {
    return areas.stream().mapToLong(Area::length).sum();
  }

  /** The first buffer. */
  MemorySegment first() {
    return areas.getFirst().buffer();
  }

  IoVector vector() {
    IoVector vector = new IoVector();
    areas.forEach(area -> vector.add(area.buffer()));
    return vector;
  }

  /** As {@link #vector()}, of memory that cannot be written. */
  IoVector readOnlyVector() {
    IoVector vector = new IoVector();
    areas.forEach(area -> vector.add(area.buffer().asReadOnly()));
    return vector;
  }

  /** Fills the buffers with bytes of the pattern. */
  void write(long start) {
    long at = start;
    for (Area area : areas) {
      Pattern.write(at, area.buffer());
      at += area.length();
    }
  }

  /** The first bytes are of the pattern; all others, inside and around, are untouched. */
  void check(long start, long written) {
    long done = 0;
    for (Area area : areas) {
      long here = Math.clamp(written - done, 0, area.length());
      area.check(start + done, here);
      done += here;
    }
  }

  /** Overwrites what operations have given back. */
  void spoil() {
    areas.forEach(area -> area.buffer().fill((byte) 0));
  }

  @Override
  public String toString() {
    return areas.stream().map(Area::length).toList().toString();
  }
}
