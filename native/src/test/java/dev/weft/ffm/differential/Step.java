package dev.weft.ffm.differential;

/** One operation of a program of two nodes, 0 and 1. Each goes to the other node. */
sealed interface Step {

  /** A message; {@code number} tells them apart. */
  record Send(int node, int number, boolean tagged, long tag, int length, boolean data, Way way)
      implements Step {}

  /** How a message is posted. */
  enum Way {
    BUFFER,
    VECTOR,
    INJECT
  }

  /** A receive of any message, or of those with a tag; large enough for all. */
  record Receive(int node, int number, boolean tagged, long tag, long ignore) implements Step {}

  /** A remote write, which is awaited. */
  record Write(int node, int number, int offset, int length) implements Step {}

  /** A remote read, which is awaited. */
  record Read(int node, int number, int offset, int length) implements Step {}

  /** A fetching addition to a word of the other node's memory, which is awaited. */
  record Add(int node, int number, int word) implements Step {}

  /** Reads of both queues. */
  record Progress(int reads) implements Step {}
}
