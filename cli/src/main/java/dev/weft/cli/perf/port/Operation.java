package dev.weft.cli.perf.port;

/** What a {@link Port} can post, and the ledger in which it is entered. */
public enum Operation {
  SEND(Port.SEND),
  /** A message that carries the current time. */
  TIMED_SEND(Port.SEND),
  RECEIVE(Port.RECEIVE),
  /** Tagged if the API has tags. */
  TAGGED_SEND(Port.SEND),
  TAGGED_RECEIVE(Port.RECEIVE),
  /** Between rounds, apart from all other messages. */
  CONTROL_SEND(Port.CONTROL_SEND),
  CONTROL_RECEIVE(Port.CONTROL_RECEIVE),
  /** A write of no bytes that makes the link of the messages. */
  LINK(Port.CONTROL_SEND),
  WRITE(Port.REMOTE),
  READ(Port.REMOTE),
  /** Adds 1 and returns the previous value. */
  FETCH_ADD(Port.REMOTE),
  /** Replaces an expected value by its successor and returns the previous value. */
  COMPARE_SWAP(Port.REMOTE);

  final int ledger;

  Operation(int ledger) {
    this.ledger = ledger;
  }
}
