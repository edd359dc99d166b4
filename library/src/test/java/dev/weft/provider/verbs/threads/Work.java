package dev.weft.provider.verbs.threads;

import dev.weft.provider.verbs.threads.Bytes.Part;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A posted request, and what became of it. */
final class Work {
  /** What it is, and the opcode of its completion. */
  enum Kind {
    SEND(CompletionOpcode.SEND),
    SEND_IMM(CompletionOpcode.SEND),
    WRITE(CompletionOpcode.RDMA_WRITE),
    WRITE_IMM(CompletionOpcode.RDMA_WRITE),
    READ(CompletionOpcode.RDMA_READ),
    ADD(CompletionOpcode.FETCH_ADD),
    BIND(CompletionOpcode.BIND_MW),
    INVALIDATE(CompletionOpcode.LOCAL_INV),
    RECEIVE(CompletionOpcode.RECV);

    final int opcode;

    Kind(int opcode) {
      this.opcode = opcode;
    }

    boolean isMessage() {
      return this == SEND || this == SEND_IMM || this == WRITE_IMM;
    }

    boolean isWrite() {
      return this == WRITE || this == WRITE_IMM;
    }

    boolean isImmediate() {
      return this == SEND_IMM || this == WRITE_IMM;
    }

    boolean isFetch() {
      return this == READ || this == ADD;
    }
  }

  /**
   * A completion.
   *
   * @param poller who polled it
   * @param number how many this poller had polled before
   * @param before when the poll began, in nanoseconds
   * @param after when it was seen
   */
  record Seen(
      int status,
      int opcode,
      int length,
      int immediate,
      int flags,
      int qpNum,
      Object poller,
      int number,
      long before,
      long after) {
    boolean isSuccess() {
      return status == CompletionStatus.SUCCESS;
    }

    boolean isBefore(Seen other) {
      return poller.equals(other.poller) ? number < other.number : after < other.before;
    }
  }

  final int id;
  final Node node;
  final Kind kind;
  final int length;

  /** Its own buffers. */
  final List<Part> parts;

  /** What it writes of the peer's memory; null if nothing. */
  Part target;

  /** Where it reads the constants of the peer's side. */
  int remoteAt;

  boolean signaled;

  /** Places of the send queue and of the completion queue that its success gives back. */
  int holds = 1;

  /** The write of the same thread before it; null if none. */
  Work lastWrite;

  long before;
  long after = Long.MAX_VALUE;

  /** Whether it was posted; if the queue pair was closed meanwhile, perhaps. */
  volatile boolean posted;

  volatile boolean perhaps;

  /** Whether its key is wrong. */
  boolean wrong;

  final AtomicInteger completions = new AtomicInteger();
  final AtomicInteger arrivals = new AtomicInteger();
  volatile Seen seen;

  /** The receive that took its message. */
  volatile Work taker;

  /** The value that an atomic operation has found. */
  long found;

  Work(int id, Node node, Kind kind, int length, List<Part> parts) {
    this.id = id;
    this.node = node;
    this.kind = kind;
    this.length = length;
    this.parts = parts;
  }

  int thread() {
    return id / Ledger.EACH;
  }

  /** Whether it was certainly posted before another one. */
  boolean isBefore(Work other) {
    return thread() == other.thread() ? id < other.id : after < other.before;
  }

  boolean isDone() {
    return seen != null;
  }

  boolean isSuccess() {
    Seen it = seen;
    return it != null && it.isSuccess();
  }

  boolean isFailure() {
    Seen it = seen;
    return it != null && !it.isSuccess();
  }

  boolean isReceive() {
    return kind == Kind.RECEIVE;
  }

  @Override
  public String toString() {
    return "%s %d of node %d, thread %d, %d bytes, signaled %b, posted %b %d..%d, seen %s"
        .formatted(kind, id, node.number, thread(), length, signaled, posted, before, after, seen);
  }
}
