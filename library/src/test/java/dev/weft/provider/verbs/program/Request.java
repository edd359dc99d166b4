package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.verbs.completion.CompletionOpcode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A send request with its memory.
 *
 * @param mistake the one of the step, if it applies to the operation
 * @param target where the peer's memory is accessed; null for messages
 * @param compare the operand of an atomic operation
 * @param use the window that it changes, or accesses memory through; null for none
 */
record Request(
    Step.Send step,
    Mistake mistake,
    boolean signaled,
    List<Part> parts,
    int bytes,
    Area target,
    int at,
    long compare,
    int inlineLimit,
    boolean fence,
    Window.Use use) {

  Request fenced() {
    return new Request(
        step, mistake, signaled, parts, bytes, target, at, compare, inlineLimit, true, use);
  }

  /** A bind whose key is known when it has been posted. */
  Request withKey(int key) {
    return new Request(
        step,
        mistake,
        signaled,
        parts,
        bytes,
        target,
        at,
        compare,
        inlineLimit,
        fence,
        use.withKey(key));
  }

  long wrId() {
    return wrId(step.id());
  }

  /** All 64 bits count (VE-01, VP-34). */
  static long wrId(long id) {
    return ~(id << 40 | id);
  }

  int immediate() {
    return (int) step.id() * 0x9E3779B1;
  }

  long swap() {
    return step.id() * 0x9E3779B97F4A7C15L;
  }

  Operation operation() {
    return step.operation();
  }

  boolean usesReceive() {
    return operation().usesReceive() && mistake != Mistake.LOST;
  }

  /** VE-02. */
  int opcode() {
    return switch (operation()) {
      case SEND, SEND_WITH_IMM, SEND_WITH_INV -> CompletionOpcode.SEND;
      case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> CompletionOpcode.RDMA_WRITE;
      case RDMA_READ -> CompletionOpcode.RDMA_READ;
      case COMPARE_AND_SWAP -> CompletionOpcode.COMP_SWAP;
      case FETCH_AND_ADD -> CompletionOpcode.FETCH_ADD;
      case ATOMIC_WRITE -> CompletionOpcode.ATOMIC_WRITE;
      case FLUSH -> CompletionOpcode.FLUSH;
      case BIND_MW -> CompletionOpcode.BIND_MW;
      case LOCAL_INV -> CompletionOpcode.LOCAL_INV;
    };
  }

  /** Whether both access the same bytes of the peer's memory. */
  boolean overlaps(Request other) {
    return target != null
        && target == other.target
        && at < other.at + other.bytes
        && other.at < at + bytes;
  }

  /** The bytes of its buffers now. */
  byte[] gather() {
    byte[] data = new byte[bytes];
    int done = 0;
    for (Part part : parts) {
      System.arraycopy(part.area().expected, part.at(), data, done, part.length());
      done += part.length();
    }
    return data;
  }

  /** The eight bytes of its buffers. */
  long word() {
    return ByteBuffer.wrap(gather()).order(ByteOrder.nativeOrder()).getLong();
  }

  /** Writes these bytes to buffers, from byte {@code skipped} of them (VE-15). */
  static void scatter(byte[] data, List<Part> parts, int skipped) {
    int done = -skipped;
    for (Part part : parts) {
      int from = Math.max(0, done);
      int to = Math.min(data.length, done + part.length());
      if (from < to) {
        part.area().write(part.at() + from - done, data, from, to - from);
      }
      done += part.length();
    }
  }

  /** Whether the device refuses it when it is posted. */
  boolean isInvalid() {
    return switch (mistake) {
      case BUFFERS, OPCODE, WINDOW_TYPE, NO_REGION -> true;
      case WINDOW_KEY -> operation() == Operation.BIND_MW && use.window().isTypeTwo();
      default -> isTooLongForInline();
    };
  }

  boolean isTooLongForInline() {
    return step.inline() && bytes > inlineLimit;
  }

  /** A posted receive. */
  record Receipt(long wrId, Mistake mistake, List<Part> parts, int room) {
    void forget() {
      parts.forEach(part -> part.area().forget(part));
    }
  }
}
