package dev.weft.futures.program;

/** One step of a program. {@code id} names its operation in later steps. */
sealed interface FuturesStep {
  /** How the future of an operation is ended by other code. */
  enum End {
    CANCEL,
    FAIL,
    COMPLETE,
    TIMEOUT
  }

  /** How a post is refused. */
  enum Refusal {
    UNKNOWN_PEER,
    ERRNO,
    THROWS,
    TOO_LONG
  }

  /** What is closed. */
  enum How {
    OPERATIONS,
    IN_TIME,
    ENDPOINT,
    NODE
  }

  /** Sends a message from memory at an address that {@code shift} makes odd. */
  record Send(
      long id, int from, int to, long bytes, long shift, boolean tagged, long tag, boolean pooled)
      implements FuturesStep {}

  /** Posts a receive. */
  record Receive(
      long id,
      int node,
      long bytes,
      long shift,
      boolean tagged,
      long tag,
      long ignore,
      int source,
      boolean pooled)
      implements FuturesStep {}

  /** Reads or writes a peer's memory. */
  record Access(
      long id, int from, int to, long bytes, long shift, boolean writes, long key, long address)
      implements FuturesStep {}

  /** Submits a send of nothing without a buffer. */
  record Submit(long id, int from, int to, boolean tagged, long tag) implements FuturesStep {}

  /** A post that is refused. */
  record Refuse(long id, int node, Refusal refusal) implements FuturesStep {}

  /** Ends the future of the operation of this id; {@code raced}: whatever is under way. */
  record Cancel(long id, End end, boolean raced) implements FuturesStep {}

  /** Uses the buffer of the operation of this id once more. */
  record Misuse(long id) implements FuturesStep {}

  /** Interrupts the call that waits for room. */
  record Interrupt(int node) implements FuturesStep {}

  /** Waits for the end of a peer. */
  record Watch(long id, int node, int peer) implements FuturesStep {}

  /** Reads a queue once. */
  record Drive(int node) implements FuturesStep {}

  /** Waits for all that must end, and compares. */
  record Settle(boolean drains) implements FuturesStep {}

  /** Closes a node while this many threads post. */
  record Close(int node, How how, int rivals) implements FuturesStep {}
}
