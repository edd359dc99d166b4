package dev.weft.benchmarks.contenders;

/** One end of a measurement, used by one thread: sends and receives numbers. */
public interface Side {

  /** Sends {@code value} to the other end. */
  void send(long value);

  /** Waits for the next number from the other end, by spinning or parking as the contender does. */
  long receive();
}
