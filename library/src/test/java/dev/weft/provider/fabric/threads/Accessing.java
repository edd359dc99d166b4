package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.fabric.Numbers;

/** An access to registered memory. */
final class Accessing extends Operation {
  final Kind kind;
  final Region region;

  /** What the atomic operation adds. */
  final long added;

  /** The number of the write whose bytes a read must find. */
  final long expected;

  Accessing(Post post, Kind kind, Region region, long added, long expected) {
    super(post);
    this.kind = kind;
    this.region = region;
    this.added = added;
    this.expected = expected;
  }

  /** What is accessed, and how. */
  enum Kind {
    WRITE,
    READ,
    ADD,
    FETCH_ADD,
    INJECT_ADD;

    boolean adds() {
      return this != WRITE && this != READ;
    }
  }

  @Override
  boolean isSilent() {
    return kind == Kind.INJECT_ADD;
  }

  /** Whether nothing excuses a failure. */
  boolean mustSucceed() {
    return !region.everClosed && !region.station.closing && !cancelTried;
  }

  void failed(int errno) {
    assertTrue(!mustSucceed(), () -> "failed with " + errno + ", nothing is wrong: " + this);
  }

  void succeeded() {
    if (kind == Kind.READ) {
      buffer.assertHolds(expected, buffer.length, Long.BYTES, this);
    } else if (kind == Kind.FETCH_ADD) {
      buffer.assertGuards(buffer.length, this);
    }
  }

  /** What the element was before a fetching addition. */
  long fetched() {
    assertEquals(Kind.FETCH_ADD, kind);
    return buffer.memory.get(Numbers.LONG, Long.BYTES);
  }

  @Override
  public String toString() {
    return super.toString() + " " + kind + " " + buffer.length + " bytes of " + region;
  }
}
