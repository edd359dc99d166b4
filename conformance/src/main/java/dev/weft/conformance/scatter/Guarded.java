package dev.weft.conformance.scatter;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A buffer that is filled with random bytes before each operation and compared with a reference
 * after it. So each byte outside the parts of a list is a guard.
 */
public final class Guarded {
  private final String name;
  private final MemorySegment memory;
  private final byte[] noise;

  /** The expected bytes. The caller applies to them what the operation should do to the buffer. */
  public final byte[] expected;

  private final byte[] seen;

  /**
   * @param name of the buffer, for failures
   * @param memory of the buffer
   */
  public Guarded(String name, MemorySegment memory) {
    this.name = name;
    this.memory = memory;
    int bytes = Math.toIntExact(memory.byteSize());
    expected = new byte[bytes];
    seen = new byte[bytes];
    noise = new byte[2 * bytes];
    new Random(name.hashCode()).nextBytes(noise);
  }

  /** Bytes of the buffer. */
  public int bytes() {
    return expected.length;
  }

  /** Fills the buffer. */
  public void fill(Random random) {
    System.arraycopy(noise, random.nextInt(expected.length), expected, 0, expected.length);
    MemorySegment.copy(expected, 0, memory, ValueLayout.JAVA_BYTE, 0, expected.length);
  }

  /** Accepts the present contents of the first bytes of a list. */
  public void expectAnything(PartList list, int size) {
    read();
    byte[] there = list.gather(seen);
    byte[] first = new byte[Math.min(size, there.length)];
    System.arraycopy(there, 0, first, 0, first.length);
    list.scatter(0, first, expected);
  }

  /** Where a byte differs from the expected one; null if none does. */
  public String difference() {
    read();
    int wrong = Arrays.mismatch(expected, seen);
    if (wrong < 0) {
      return null;
    }
    long differ = IntStream.range(wrong, seen.length).filter(i -> seen[i] != expected[i]).count();
    return "byte %d of the %s's buffer: expected 0x%02x, seen 0x%02x, the first of %d that differ"
        .formatted(wrong, name, expected[wrong], seen[wrong], differ);
  }

  private void read() {
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, seen, 0, seen.length);
  }
}
