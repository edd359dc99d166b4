package dev.weft.nic.packet;

/** Arithmetic of message numbers, which have 24 bits like packet sequence numbers. */
public final class SequenceNumbers {
  public static final int MASK = 0xff_ffff;

  private SequenceNumbers() {}

  public static int next(int number) {
    return (number + 1) & MASK;
  }

  public static int before(int number) {
    return (number - 1) & MASK;
  }

  /** How far {@code number} is ahead of {@code other}; negative if it is behind. */
  public static int distance(int number, int other) {
    return (number - other) << 8 >> 8;
  }
}
