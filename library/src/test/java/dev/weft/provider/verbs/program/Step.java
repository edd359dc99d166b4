package dev.weft.provider.verbs.program;

import dev.weft.verbs.attributes.RegionAccess;

/**
 * One step of a program: numbers only, so that programs can be repeated, reduced and printed. A
 * step is valid whatever the results of others; one that would make the outcome depend on time does
 * nothing. Nodes 0 and 1 are connected, and so are 2 and 3.
 */
sealed interface Step {

  /** The operation of a send request. */
  enum Operation {
    SEND,
    SEND_WITH_IMM,
    SEND_WITH_INV,
    RDMA_WRITE,
    RDMA_WRITE_WITH_IMM,
    RDMA_READ,
    COMPARE_AND_SWAP,
    FETCH_AND_ADD,
    ATOMIC_WRITE,
    FLUSH,
    BIND_MW,
    LOCAL_INV;

    boolean isSend() {
      return this == SEND || this == SEND_WITH_IMM || this == SEND_WITH_INV;
    }

    /** Whether the peer has no part in it. */
    boolean isLocal() {
      return this == BIND_MW || this == LOCAL_INV;
    }

    boolean hasBuffers() {
      return !isLocal() && this != FLUSH;
    }

    /** Whether it changes what windows grant. */
    boolean isWindowed() {
      return isLocal() || this == SEND_WITH_INV;
    }

    boolean isWrite() {
      return this == RDMA_WRITE || this == RDMA_WRITE_WITH_IMM;
    }

    boolean isAtomic() {
      return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
    }

    /** Whether it accesses eight aligned bytes of the peer's memory. */
    boolean isOfWord() {
      return isAtomic() || this == ATOMIC_WRITE;
    }

    /** What peers must be granted. */
    int right() {
      return switch (this) {
        case RDMA_READ -> RegionAccess.REMOTE_READ;
        case COMPARE_AND_SWAP, FETCH_AND_ADD -> RegionAccess.REMOTE_ATOMIC;
        case FLUSH -> RegionAccess.FLUSH_GLOBAL;
        default -> RegionAccess.REMOTE_WRITE;
      };
    }

    /** Whether the local buffers are written. */
    boolean isFetch() {
      return this == RDMA_READ || isAtomic();
    }

    boolean hasImmediate() {
      return this == SEND_WITH_IMM || this == RDMA_WRITE_WITH_IMM;
    }

    boolean usesReceive() {
      return isSend() || this == RDMA_WRITE_WITH_IMM;
    }
  }

  /** What is wrong with a request. */
  enum Mistake {
    NONE,
    LOCAL_KEY,
    LOCAL_RANGE,
    NOT_WRITABLE,
    REMOTE_KEY,
    REMOTE_RANGE,
    NO_RIGHT,
    UNALIGNED,
    BUFFERS,
    OPCODE,
    LENGTH,
    LOST,
    STALE_KEY,
    WINDOW_KEY,
    WINDOW_TYPE,
    NO_BIND,
    BIND_RANGE,
    BOUND,
    EMPTY,
    NO_REGION,
    OTHER_DOMAIN;

    boolean isLocal() {
      return this == LOCAL_KEY || this == LOCAL_RANGE || this == NOT_WRITABLE;
    }

    boolean isRemote() {
      return this == REMOTE_KEY || this == REMOTE_RANGE || this == NO_RIGHT || this == STALE_KEY;
    }
  }

  /**
   * Posts a send request, with the ones before it if those have {@code more}. {@code split} cuts it
   * into buffers, {@code at} is where the peer's memory is accessed, {@code window} through which
   * window, if it is not 0. Of a bind, {@code window} is the window itself, {@code split} says to
   * what and with which rights it is bound.
   */
  record Send(
      long id,
      int node,
      Operation operation,
      long bytes,
      long split,
      long at,
      boolean silent,
      boolean solicited,
      boolean inline,
      boolean fence,
      boolean spare,
      long window,
      Mistake mistake,
      boolean builder,
      boolean more)
      implements Step {

    /** Whether it is a bind by {@code ibv_bind_mw(3)}. */
    boolean isBindCall() {
      return operation == Operation.BIND_MW
          && Player.isTypeTwo(window) == (mistake == Mistake.WINDOW_TYPE);
    }
  }

  /** Posts a receive, with the ones before it if those have {@code more}. */
  record Receive(long id, int node, long bytes, long split, Mistake mistake, boolean more)
      implements Step {}

  /** Polls a completion queue once. */
  record Poll(int node, boolean receives, long entries) implements Step {}

  /** Resizes a completion queue: {@code entries} says to which size. */
  record Resize(int node, boolean receives, int entries) implements Step {}

  /** Lets the completion queue of the sends of a node overrun, which ends the program. */
  record Overrun(int node) implements Step {}

  /** Arms a completion queue. */
  record Arm(int node, boolean receives, boolean solicited) implements Step {}

  /** Moves a queue pair to the error state. */
  record Fail(int node) implements Step {}

  /** Moves a queue pair to SQD, with an event when it has drained. */
  record Drain(int node, boolean event) implements Step {}

  /** Moves a queue pair from SQD or SQE to RTS. */
  record Resume(int node) implements Step {}

  /** Moves a queue pair and its peer to RESET, and connects them again. */
  record Connect(int node) implements Step {}

  /** Closes the spare region of a node, unless a window is bound to it. */
  record Unregister(int node) implements Step {}

  /**
   * Registers the spare region of a node again, unless a window is bound to it: {@code kind} says
   * what changes, {@code rights} which rights it has then.
   */
  record Change(int node, int kind, int rights) implements Step {}

  /** Deallocates a window, and allocates another one. */
  record Deallocate(int node, long window) implements Step {}
}
