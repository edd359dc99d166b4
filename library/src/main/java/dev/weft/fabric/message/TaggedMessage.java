package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.FabricAddress;

/**
 * {@code struct fi_msg_tagged}: the argument of {@code fi_tsendmsg(3)} and {@code fi_trecvmsg(3)}.
 *
 * <p>Reusable: the caller may change it as soon as the call that posts it has returned. Allocates
 * nothing. One thread at a time may use it.
 */
public final class TaggedMessage {

  private IoVector vector = new IoVector();
  private long address = FabricAddress.UNSPEC;
  private long tag;
  private long ignore;
  private long context;
  private TriggeredContext trigger;
  private long data;

  /** A message without buffers, to or from any peer. */
  public TaggedMessage() {}

  /** {@code msg_iov}: the local buffers. */
  public IoVector vector() {
    return vector;
  }

  /** {@code addr}: the peer to send to, or to receive from (EP-029). */
  public long address() {
    return address;
  }

  /** {@code tag}: the tag. */
  public long tag() {
    return tag;
  }

  /** {@code ignore}: bits of the tag that matching ignores; receives only (EP-027). */
  public long ignore() {
    return ignore;
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
  public TaggedMessage vector(IoVector vector) {
    this.vector = Require.notNull("vector", vector);
    return this;
  }

  /** Sets {@code addr}. */
  public TaggedMessage address(long address) {
    this.address = address;
    return this;
  }

  /** Sets {@code tag}. */
  public TaggedMessage tag(long tag) {
    this.tag = tag;
    return this;
  }

  /** Sets {@code ignore}. */
  public TaggedMessage ignore(long ignore) {
    this.ignore = ignore;
    return this;
  }

  /** Sets {@code context}. */
  public TaggedMessage context(long context) {
    this.context = context;
    return this;
  }

  /** Sets {@code data}. */
  public TaggedMessage data(long data) {
    this.data = data;
    return this;
  }

  /** Sets the trigger; null for none. */
  public TaggedMessage trigger(TriggeredContext trigger) {
    this.trigger = trigger;
    return this;
  }

  /** A deep copy: its vectors are independent of these. */
  public TaggedMessage copy() {
    TaggedMessage copy = new TaggedMessage();
    copy.vector = vector.copy();
    copy.address = address;
    copy.tag = tag;
    copy.ignore = ignore;
    copy.context = context;
    copy.trigger = trigger;
    copy.data = data;
    return copy;
  }

  @Override
  public String toString() {
    return "TaggedMessage[vector=%s, address=0x%x, tag=0x%x, ignore=0x%x, context=0x%x, data=0x%x]"
        .formatted(vector, address, tag, ignore, context, data);
  }
}
