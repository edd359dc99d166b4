package dev.weft.provider.verbs.program;

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
    RDMA_WRITE,
    RDMA_WRITE_WITH_IMM,
    RDMA_READ,
    COMPARE_AND_SWAP,
    FETCH_AND_ADD;

    boolean isSend() {
      return this == SEND || this == SEND_WITH_IMM;
    }

    boolean isWrite() {
      return this == RDMA_WRITE || this == RDMA_WRITE_WITH_IMM;
    }

    boolean isAtomic() {
      return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
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
    LOST;

    boolean isLocal() {
      return this == LOCAL_KEY || this == LOCAL_RANGE || this == NOT_WRITABLE;
    }

    boolean isRemote() {
      return this == REMOTE_KEY || this == REMOTE_RANGE || this == NO_RIGHT;
    }
  }

  /**
   * Posts a send request, with the ones before it if those have {@code more}. {@code split} cuts it
   * into buffers, {@code at} is where the peer's memory is accessed.
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
      Mistake mistake,
      boolean builder,
      boolean more)
      implements Step {}

  /** Posts a receive, with the ones before it if those have {@code more}. */
  record Receive(long id, int node, long bytes, long split, Mistake mistake, boolean more)
      implements Step {}

  /** Polls a completion queue once. */
  record Poll(int node, boolean receives, long entries) implements Step {}

  /** Arms a completion queue. */
  record Arm(int node, boolean receives, boolean solicited) implements Step {}

  /** Moves a queue pair to the error state. */
  record Fail(int node) implements Step {}

  /** Moves a queue pair and its peer to RESET, and connects them again. */
  record Connect(int node) implements Step {}

  /** Closes the spare region of a node. */
  record Unregister(int node) implements Step {}
}
