package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricAddress;

/**
 * {@code struct fi_msg_rma}: the argument of {@code fi_writemsg(3)} and {@code fi_readmsg(3)}.
 *
 * <p>Reusable: the caller may change it as soon as the call that posts it has returned. Allocates
 * nothing. One thread at a time may use it.
 */
public final class RmaMessage {

  private IoVector vector = new IoVector();
  private long address = FabricAddress.UNSPEC;
  private RmaIoVector remote = new RmaIoVector();
  private long context;
  private TriggeredContext trigger;
  private long data;

  /** A message without buffers. */
  public RmaMessage() {}

  /** {@code msg_iov}: the local buffers. */
  public IoVector vector() {
    return vector;
  }

  /** {@code addr}: the peer whose memory is accessed. */
  public long address() {
    return address;
  }

  /** {@code rma_iov}: the peer's memory. */
  public RmaIoVector remote() {
    return remote;
  }

  /** {@code context}: returned in the completion as {@code op_context}. */
  public long context() {
    return context;
  }

  /**
   * {@code data}: 64 bits for the peer's completion, with {@link OperationFlags#REMOTE_CQ_DATA}.
   */
  public long data() {
    return data;
  }

  /**
   * The trigger of an operation with {@link OperationFlags#TRIGGER} (EP-058); ignored without the
   * flag. In C the context points to it; here it is a separate field.
   */
  public TriggeredContext trigger() {
    return trigger;
  }

  /** Sets {@code msg_iov}. */
  public RmaMessage vector(IoVector vector) {
    this.vector = Require.notNull("vector", vector);
    return this;
  }

  /** Sets {@code addr}. */
  public RmaMessage address(long address) {
    this.address = address;
    return this;
  }

  /** Sets {@code rma_iov}. */
  public RmaMessage remote(RmaIoVector remote) {
    this.remote = Require.notNull("remote", remote);
    return this;
  }

  /** Sets {@code context}. */
  public RmaMessage context(long context) {
    this.context = context;
    return this;
  }

  /** Sets {@code data}. */
  public RmaMessage data(long data) {
    this.data = data;
    return this;
  }

  /** Sets the trigger; null for none. */
  public RmaMessage trigger(TriggeredContext trigger) {
    this.trigger = trigger;
    return this;
  }

  /** A deep copy: its vectors are independent of these. */
  public RmaMessage copy() {
    RmaMessage copy = new RmaMessage();
    copy.vector = vector.copy();
    copy.address = address;
    copy.remote = remote.copy();
    copy.context = context;
    copy.trigger = trigger;
    copy.data = data;
    return copy;
  }

  @Override
  public String toString() {
    return "RmaMessage[vector=%s, address=0x%x, remote=%s, context=0x%x, data=0x%x]"
        .formatted(vector, address, remote, context, data);
  }
}
