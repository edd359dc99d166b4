package dev.weft.benchmarks.contenders;

/** One end of a conversation, used by one thread: says a number, hears a number. */
public interface Side {

  /** Hands {@code value} to the other end. */
  void send(long value);

  /** Waits, as this contender waits, for the next number from the other end. */
  long receive();
}
