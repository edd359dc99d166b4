package dev.weft.nic.queuepair;

/** Arithmetic of message numbers, which have 24 bits like packet sequence numbers. */
final class SequenceNumbers {
  static final int MASK = 0xff_ffff;

  private SequenceNumbers() {}

  static int next(int number) {
    return (number + 1) & MASK;
  }

  static int before(int number) {
    return (number - 1) & MASK;
  }

  /** How far {@code number} is ahead of {@code other}; negative if it is behind. */
  static int distance(int number, int other) {
    return (number - other) << 8 >> 8;
  }
}
