package dev.weft;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * Makes random generators of consecutive seeds. The first values of {@code new Random(seed)} are
 * nearly equal for neighbouring seeds, so that most runs would begin alike.
 */
public final class SeededRandom {
  private SeededRandom() {}

  /** A generator whose values are repeatable, and independent of those of any other seed. */
  public static Random of(long seed) {
    return new Random(new SplittableRandom(seed).nextLong());
  }
}
