package dev.weft.provider.fabric;

import dev.weft.fabric.AtomicOperation;

/**
 * One step of a program: nothing but numbers, so that programs can be repeated, made shorter and
 * printed. A step means something whatever became of the others: {@code id} is its context, and
 * names it to steps that come later.
 */
sealed interface Step {
  /** For a source: whoever. */
  int ANYBODY = -1;

  /** When a send is complete. */
  enum Level {
    TRANSMITTED,
    DELIVERED,
    MATCHED
  }

  /** What becomes of a message that was looked for. */
  enum Look {
    LEAVE,
    CLAIM,
    DISCARD
  }

  /** Which of the three groups of atomic functions. */
  enum Group {
    PLAIN,
    FETCH,
    COMPARE
  }

  /** Sends a message; {@code split} says how it is gathered. */
  record Send(
      long id,
      int from,
      int to,
      long bytes,
      boolean tagged,
      long tag,
      boolean data,
      Level level,
      boolean inject,
      boolean silent,
      long split)
      implements Step {}

  /** Posts a receive. */
  record Receive(
      long id,
      int node,
      long bytes,
      boolean tagged,
      long tag,
      long ignore,
      int source,
      boolean multi,
      boolean silent,
      long split)
      implements Step {}

  /** Looks for a tagged message. */
  record Peek(long id, int node, long tag, long ignore, int source, Look look) implements Step {}

  /** Takes what the peek of this id has claimed. */
  record Claim(long id, int node, long bytes, boolean discard) implements Step {}

  /** Gives up whatever has this id. */
  record Cancel(long id, int node) implements Step {}

  /** Reads entries from a queue. */
  record Read(int node, int entries) implements Step {}

  /** A node learns a peer's address. */
  record Introduce(int node, int peer) implements Step {}

  /** Lets peers at some memory. */
  record Register(long id, int node, long key, long bytes, boolean readable, boolean writable)
      implements Step {}

  /** Takes that back. */
  record Unregister(int node, long key) implements Step {}

  /** Writes a peer's memory. */
  record Put(
      long id,
      int from,
      int to,
      long key,
      long address,
      long bytes,
      boolean data,
      boolean inject,
      boolean silent,
      long split)
      implements Step {}

  /** Reads a peer's memory. */
  record Get(
      long id, int from, int to, long key, long address, long bytes, boolean silent, long split)
      implements Step {}

  /** Changes a 64-bit integer of a peer's memory, and those behind it. */
  record Change(
      long id,
      int from,
      int to,
      long key,
      long address,
      long more,
      Group group,
      AtomicOperation operation,
      long operand,
      long compare,
      boolean silent)
      implements Step {}

  /** A node leaves. */
  record Leave(int node) implements Step {}
}
