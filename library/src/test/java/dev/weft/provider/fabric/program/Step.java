package dev.weft.provider.fabric.program;

import dev.weft.fabric.message.AtomicOperation;
import dev.weft.program.StepText;

/**
 * One step of a program: numbers only, so that programs can be repeated, reduced and printed. A
 * step is valid whatever the results of others: {@code id} is its context, by which later steps
 * refer to it.
 */
sealed interface Step {
  /** Any source. */
  int ANYBODY = StepText.ANYBODY;

  /** The completion level of a send. */
  enum Level {
    TRANSMITTED,
    DELIVERED,
    MATCHED
  }

  /** The flag of a peek. */
  enum Look {
    LEAVE,
    CLAIM,
    DISCARD
  }

  /** The three groups of atomic functions. */
  enum Group {
    PLAIN,
    FETCH,
    COMPARE
  }

  /** Sends a message; {@code split} sets its gather list. */
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

  /** Peeks for a tagged message. */
  record Peek(long id, int node, long tag, long ignore, int source, Look look) implements Step {}

  /** Receives the message that the peek of this id has claimed. */
  record Claim(long id, int node, long bytes, boolean discard) implements Step {}

  /** Cancels the operation of this id. */
  record Cancel(long id, int node) implements Step {}

  /** Reads entries from a queue. */
  record Read(int node, int entries) implements Step {}

  /** Inserts a peer's address at a node. */
  record Introduce(int node, int peer) implements Step {}

  /** Registers memory. */
  record Register(long id, int node, long key, long bytes, boolean readable, boolean writable)
      implements Step {}

  /** Closes the region of this key. */
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

  /** Posts an atomic operation on 64-bit integers of a peer's memory. */
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

  /** Closes a node. */
  record Leave(int node) implements Step {}
}
