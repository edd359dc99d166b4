package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricAddress;

/**
 * {@code struct fi_msg_atomic}: the argument of {@code fi_atomicmsg(3)} and its fetch and compare
 * variants. {@code struct fi_ioc} and {@code struct fi_rma_ioc} count elements; the vectors here
 * count bytes. Each range of the peer's memory has whole elements, and the buffers of this side
 * have as many bytes together. Where one buffer ends within an element, {@code loopback} and {@code
 * shm} continue it in the next one; providers of libfabric refuse.
 *
 * <p>Reusable: the caller may change it as soon as the call that posts it has returned. Allocates
 * nothing. One thread at a time may use it.
 */
public final class AtomicMessage {

  private IoVector vector = new IoVector();
  private long address = FabricAddress.UNSPEC;
  private RmaIoVector remote = new RmaIoVector();
  private DataType type = DataType.UINT64;
  private AtomicOperation operation = AtomicOperation.ATOMIC_WRITE;
  private long context;
  private TriggeredContext trigger;

  /** A message without operands. */
  public AtomicMessage() {}

  /** {@code msg_iov}: the operands; empty for {@link AtomicOperation#ATOMIC_READ}. */
  public IoVector vector() {
    return vector;
  }

  /** {@code addr}: the peer whose memory is changed. */
  public long address() {
    return address;
  }

  /** {@code rma_iov}: the peer's elements. */
  public RmaIoVector remote() {
    return remote;
  }

  /** {@code datatype}: what an element is. */
  public DataType type() {
    return type;
  }

  /** {@code op}: what is done to each element. */
  public AtomicOperation operation() {
    return operation;
  }

  /** {@code context}: returned in the completion as {@code op_context}. */
  public long context() {
    return context;
  }

  /**
   * The trigger of an operation with {@link OperationFlags#TRIGGER} (EP-058); ignored without the
   * flag. In C the context points to it; here it is a separate field.
   */
  public TriggeredContext trigger() {
    return trigger;
  }

  /** Sets {@code msg_iov}. */
  public AtomicMessage vector(IoVector vector) {
    this.vector = Require.notNull("vector", vector);
    return this;
  }

  /** Sets {@code addr}. */
  public AtomicMessage address(long address) {
    this.address = address;
    return this;
  }

  /** Sets {@code rma_iov}. */
  public AtomicMessage remote(RmaIoVector remote) {
    this.remote = Require.notNull("remote", remote);
    return this;
  }

  /** Sets {@code datatype}. */
  public AtomicMessage type(DataType type) {
    this.type = Require.notNull("type", type);
    return this;
  }

  /** Sets {@code op}. */
  public AtomicMessage operation(AtomicOperation operation) {
    this.operation = Require.notNull("operation", operation);
    return this;
  }

  /** Sets {@code context}. */
  public AtomicMessage context(long context) {
    this.context = context;
    return this;
  }

  /** Sets the trigger; null for none. */
  public AtomicMessage trigger(TriggeredContext trigger) {
    this.trigger = trigger;
    return this;
  }

  /** A deep copy: its vectors are independent of these. */
  public AtomicMessage copy() {
    AtomicMessage copy = new AtomicMessage();
    copy.vector = vector.copy();
    copy.address = address;
    copy.remote = remote.copy();
    copy.type = type;
    copy.operation = operation;
    copy.context = context;
    copy.trigger = trigger;
    return copy;
  }

  @Override
  public String toString() {
    return "AtomicMessage[vector=%s, address=0x%x, remote=%s, type=%s, operation=%s, context=0x%x]"
        .formatted(vector, address, remote, type, operation, context);
  }
}
