package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricAddress;

/**
 * {@code struct fi_msg}: the argument of {@code fi_sendmsg(3)} and {@code fi_recvmsg(3)}.
 *
 * <p>Reusable: the caller may change it as soon as the call that posts it has returned. Allocates
 * nothing. One thread at a time may use it.
 */
public final class Message {

  private IoVector vector = new IoVector();
  private long address = FabricAddress.UNSPEC;
  private long context;
  private TriggeredContext trigger;
  private long data;

  /** A message without buffers, to or from any peer. */
  public Message() {}

  /** {@code msg_iov}: the local buffers. */
  public IoVector vector() {
    return vector;
  }

  /** {@code addr}: the peer to send to, or to receive from (EP-029). */
  public long address() {
    return address;
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
  public Message vector(IoVector vector) {
    this.vector = Require.notNull("vector", vector);
    return this;
  }

  /** Sets {@code addr}. */
  public Message address(long address) {
    this.address = address;
    return this;
  }

  /** Sets {@code context}. */
  public Message context(long context) {
    this.context = context;
    return this;
  }

  /** Sets {@code data}. */
  public Message data(long data) {
    this.data = data;
    return this;
  }

  /** Sets the trigger; null for none. */
  public Message trigger(TriggeredContext trigger) {
    this.trigger = trigger;
    return this;
  }

  /** A deep copy: its vectors are independent of these. */
  public Message copy() {
    Message copy = new Message();
    copy.vector = vector.copy();
    copy.address = address;
    copy.context = context;
    copy.trigger = trigger;
    copy.data = data;
    return copy;
  }

  @Override
  public String toString() {
    return "Message[vector=%s, address=0x%x, context=0x%x, data=0x%x]"
        .formatted(vector, address, context, data);
  }
}
