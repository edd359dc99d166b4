package dev.weft.cli.perf.traffic;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Messages whose bytes all follow from the message's number.
 *
 * <pre>
 *   0           8                        4096        4104                     size
 *   | number    | noise from 8 + shift   | number    | noise from 4104 + shift |
 *
 *   shift = 8 bytes times the number of the send buffer
 * </pre>
 *
 * A block that was not transferred has an old number. A part of a block that was not transferred
 * has the noise of another shift: a receiver has one buffer more than the sender, so a buffer never
 * gets the same shift twice in a row. Sending costs one store per block, checking one vectorised
 * comparison.
 */
public final class PatternPayload implements Payload {
  private static final int BLOCK = 4096;
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG_UNALIGNED;

  private final int size;
  private final int slots;
  private final MemorySegment noise;

  /**
   * @param size of every message, in bytes
   * @param slots how many buffers the sender has
   */
  public PatternPayload(int size, int slots) {
    this.size = size;
    this.slots = slots;
    this.noise = noise(size + 8L * slots);
  }

  private static MemorySegment noise(long bytes) {
    MemorySegment noise = Arena.ofAuto().allocate((bytes + 7) & -8L, 8);
    for (long offset = 0; offset < noise.byteSize(); offset += 8) {
      noise.set(ValueLayout.JAVA_LONG, offset, mix(offset));
    }
    return noise;
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value + 0x9e3779b97f4a7c15L) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  @Override
  public int length(long sequence) {
    return size;
  }

  @Override
  public void prepare(MemorySegment buffer, int slot) {
    MemorySegment.copy(noise, 8L * slot, buffer, 0, size);
  }

  @Override
  public void stamp(MemorySegment buffer, long sequence) {
    int offset = 0;
    for (; offset <= size - 8; offset += BLOCK) {
      buffer.set(NUMBER, offset, sequence);
    }
    for (; offset < size; offset++) {
      buffer.set(ValueLayout.JAVA_BYTE, offset, byteOf(sequence, offset));
    }
  }

  @Override
  public boolean matches(MemorySegment buffer, long length, long sequence) {
    if (length != size) {
      return false;
    }
    long shift = 8L * (sequence % slots);
    int offset = 0;
    for (; offset <= size - 8; offset += BLOCK) {
      if (buffer.get(NUMBER, offset) != sequence || !noiseMatches(buffer, offset + 8, shift)) {
        return false;
      }
    }
    return restMatches(buffer, offset, sequence);
  }

  private boolean noiseMatches(MemorySegment buffer, int from, long shift) {
    int to = Math.min(from - 8 + BLOCK, size);
    return from == to
        || MemorySegment.mismatch(buffer, from, to, noise, from + shift, to + shift) < 0;
  }

  private boolean restMatches(MemorySegment buffer, int from, long sequence) {
    for (int offset = from; offset < size; offset++) {
      if (buffer.get(ValueLayout.JAVA_BYTE, offset) != byteOf(sequence, offset)) {
        return false;
      }
    }
    return true;
  }

  /** The bytes of a last block shorter than a number. */
  private static byte byteOf(long sequence, int offset) {
    return (byte) (sequence >>> (8 * (offset & 7)));
  }
}
