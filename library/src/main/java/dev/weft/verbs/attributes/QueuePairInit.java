package dev.weft.verbs.attributes;

import dev.weft.argument.Require;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.SharedReceiveQueue;

/**
 * {@code struct ibv_qp_init_attr, ibv_qp_init_attr_ex}: attributes of {@code ibv_create_qp(3)}.
 * Immutable. The values are checked when the queue pair is created.
 */
public final class QueuePairInit {

  private final Builder values;

  private QueuePairInit(Builder values) {
    this.values = values;
  }

  /** A builder for this type: 16 requests in each direction, no completion queues. */
  public static Builder builder(QueuePairType type) {
    return new Builder(Require.notNull("type", type));
  }

  /** {@code qp_type}. */
  public QueuePairType type() {
    return values.type;
  }

  /** {@code qp_context}. */
  public Object context() {
    return values.context;
  }

  /** {@code send_cq}. */
  public CompletionQueue sendCq() {
    return values.sendCq;
  }

  /** {@code recv_cq}. */
  public CompletionQueue receiveCq() {
    return values.receiveCq;
  }

  /** {@code srq}, or null. */
  public SharedReceiveQueue sharedReceiveQueue() {
    return values.sharedReceiveQueue;
  }

  /** Reliable datagram domain of a queue pair of type {@link QueuePairType#RD}, else null. */
  public ReliableDatagramDomain reliableDatagramDomain() {
    return values.reliableDatagramDomain;
  }

  /** {@code cap}. */
  public QueuePairCapabilities capabilities() {
    return values.capabilities;
  }

  /** {@code sq_sig_all}. */
  public boolean signalAll() {
    return values.signalAll;
  }

  /** {@code send_ops_flags}: {@link SendOperations}; 0 for all operations of the type. */
  public long sendOperations() {
    return values.sendOperations;
  }

  /** Port of an SMI or GSI queue pair; 0 for others. */
  public int port() {
    return values.port;
  }

  @Override
  public String toString() {
    return "QueuePairInit[qp_type=%s, cap=%s, sq_sig_all=%b, send_cq=%s, recv_cq=%s%s]"
        .formatted(
            type(),
            capabilities(),
            signalAll(),
            sendCq(),
            receiveCq(),
            sharedReceiveQueue() == null ? "" : ", srq=" + sharedReceiveQueue());
  }

  /** Builds {@link QueuePairInit}. */
  public static final class Builder {

    private final QueuePairType type;
    private Object context;
    private CompletionQueue sendCq;
    private CompletionQueue receiveCq;
    private SharedReceiveQueue sharedReceiveQueue;
    private ReliableDatagramDomain reliableDatagramDomain;
    private QueuePairCapabilities capabilities = QueuePairCapabilities.of(16, 16);
    private boolean signalAll;
    private long sendOperations;
    private int port;

    private Builder(QueuePairType type) {
      this.type = type;
    }

    private Builder(Builder other) {
      type = other.type;
      context = other.context;
      sendCq = other.sendCq;
      receiveCq = other.receiveCq;
      sharedReceiveQueue = other.sharedReceiveQueue;
      reliableDatagramDomain = other.reliableDatagramDomain;
      capabilities = other.capabilities;
      signalAll = other.signalAll;
      sendOperations = other.sendOperations;
      port = other.port;
    }

    /** {@code qp_context}: returned by {@link QueuePair#context()}. */
    public Builder context(Object context) {
      this.context = context;
      return this;
    }

    /** {@code send_cq} and {@code recv_cq}: one queue for both (VA-02). */
    public Builder completionQueue(CompletionQueue queue) {
      return sendCq(queue).receiveCq(queue);
    }

    /** {@code send_cq}. */
    public Builder sendCq(CompletionQueue queue) {
      this.sendCq = queue;
      return this;
    }

    /** {@code recv_cq}. */
    public Builder receiveCq(CompletionQueue queue) {
      this.receiveCq = queue;
      return this;
    }

    /** {@code srq}: the shared receive queue to use, or null. */
    public Builder sharedReceiveQueue(SharedReceiveQueue queue) {
      this.sharedReceiveQueue = queue;
      return this;
    }

    /** Domain of a queue pair of type {@link QueuePairType#RD}; an extension (VE-20). */
    public Builder reliableDatagramDomain(ReliableDatagramDomain domain) {
      this.reliableDatagramDomain = domain;
      return this;
    }

    /** {@code cap}. */
    public Builder capabilities(QueuePairCapabilities capabilities) {
      this.capabilities = Require.notNull("capabilities", capabilities);
      return this;
    }

    /** {@code sq_sig_all}: every send request generates a completion (VQ-07). */
    public Builder signalAll(boolean signalAll) {
      this.signalAll = signalAll;
      return this;
    }

    /** {@code send_ops_flags}: {@link SendOperations} that the builder supports. */
    public Builder sendOperations(long sendOperations) {
      this.sendOperations = sendOperations;
      return this;
    }

    /** The port of an SMI or GSI queue pair, which becomes its queue pair 0 or 1. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /** Builds the attributes. */
    public QueuePairInit build() {
      return new QueuePairInit(new Builder(this));
    }
  }
}
