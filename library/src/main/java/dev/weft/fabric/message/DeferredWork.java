package dev.weft.fabric.message;

import dev.weft.argument.Require;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.ControlCommand;
import java.util.function.IntSupplier;

/**
 * {@code struct fi_deferred_work}: an operation that a domain starts when the two values of a
 * counter, successes and errors, together reach a threshold (EP-060). It is queued, cancelled and
 * flushed with {@link ControlCommand#queueWork}, {@link ControlCommand#cancelWork} and {@link
 * ControlCommand#flushWork}.
 *
 * <p>Without {@link OperationFlags#COMPLETION} in its flags, only {@link #completionCounter} counts
 * its end: a refusal at the start, too, counts as an error. The caller must not change what a
 * request refers to, including its message, until the request has ended or was cancelled. A request
 * that is queued twice runs twice, and one cancellation removes both.
 */
public final class DeferredWork {

  private final DeferredOperation type;
  private final Endpoint endpoint;
  private final long context;
  private final long flags;
  private final IntSupplier post;
  private final Counter counter;
  private final long value;
  private Counter triggeringCounter;
  private long threshold;
  private Counter completionCounter;

  private DeferredWork(
      DeferredOperation type, Endpoint endpoint, long context, long flags, IntSupplier post) {
    this.type = type;
    this.endpoint = Require.notNull("endpoint", endpoint);
    this.context = context;
    this.flags = flags;
    this.post = post;
    this.counter = null;
    this.value = 0;
  }

  private DeferredWork(DeferredOperation type, Counter counter, long value, IntSupplier post) {
    this.type = type;
    this.endpoint = null;
    this.context = 0;
    this.flags = 0;
    this.post = post;
    this.counter = Require.notNull("counter", counter);
    this.value = value;
  }

  /** {@code struct fi_op_msg} of {@code FI_OP_SEND}. */
  public static DeferredWork send(Endpoint endpoint, Message message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.SEND, endpoint, context, flags, () -> endpoint.sendMsg(message, flags));
  }

  /** {@code struct fi_op_msg} of {@code FI_OP_RECV}. */
  public static DeferredWork recv(Endpoint endpoint, Message message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.RECV, endpoint, context, flags, () -> endpoint.recvMsg(message, flags));
  }

  /** {@code struct fi_op_tagged} of {@code FI_OP_TSEND}. */
  public static DeferredWork tsend(Endpoint endpoint, TaggedMessage message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.TSEND, endpoint, context, flags, () -> endpoint.tsendMsg(message, flags));
  }

  /** {@code struct fi_op_tagged} of {@code FI_OP_TRECV}. */
  public static DeferredWork trecv(Endpoint endpoint, TaggedMessage message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.TRECV, endpoint, context, flags, () -> endpoint.trecvMsg(message, flags));
  }

  /** {@code struct fi_op_rma} of {@code FI_OP_READ}. */
  public static DeferredWork read(Endpoint endpoint, RmaMessage message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.READ, endpoint, context, flags, () -> endpoint.readMsg(message, flags));
  }

  /** {@code struct fi_op_rma} of {@code FI_OP_WRITE}. */
  public static DeferredWork write(Endpoint endpoint, RmaMessage message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.WRITE, endpoint, context, flags, () -> endpoint.writeMsg(message, flags));
  }

  /** {@code struct fi_op_atomic}. */
  public static DeferredWork atomic(Endpoint endpoint, AtomicMessage message, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.ATOMIC,
        endpoint,
        context,
        flags,
        () -> endpoint.atomicMsg(message, flags));
  }

  /** {@code struct fi_op_fetch_atomic}. */
  public static DeferredWork fetchAtomic(
      Endpoint endpoint, AtomicMessage message, IoVector result, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.FETCH_ATOMIC,
        endpoint,
        context,
        flags,
        () -> endpoint.fetchAtomicMsg(message, result, flags));
  }

  /** {@code struct fi_op_compare_atomic}. */
  public static DeferredWork compareAtomic(
      Endpoint endpoint, AtomicMessage message, IoVector compare, IoVector result, long flags) {
    long context = Require.notNull("message", message).context();
    return new DeferredWork(
        DeferredOperation.COMPARE_ATOMIC,
        endpoint,
        context,
        flags,
        () -> endpoint.compareAtomicMsg(message, compare, result, flags));
  }

  /** {@code struct fi_op_cntr} of {@code FI_OP_CNTR_ADD}. */
  public static DeferredWork add(Counter counter, long value) {
    return new DeferredWork(DeferredOperation.CNTR_ADD, counter, value, () -> counter.add(value));
  }

  /**
   * {@code struct fi_op_cntr} of {@code FI_OP_CNTR_SET}. Work that the counter has reached starts
   * before or after it by its threshold, whatever the value.
   */
  public static DeferredWork set(Counter counter, long value) {
    return new DeferredWork(DeferredOperation.CNTR_SET, counter, value, () -> counter.set(value));
  }

  /** {@code op_type}: what it does. */
  public DeferredOperation type() {
    return type;
  }

  /**
   * {@code op.msg->ep} and its counterparts: the endpoint that posts it; null for operations on
   * counters.
   */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** {@code op.msg->msg.context} and its counterparts: the operation's context. */
  public long context() {
    return context;
  }

  /** {@code op.msg->flags} and its counterparts: the operation's {@link OperationFlags}. */
  public long flags() {
    return flags;
  }

  /** {@code op.cntr->cntr}: the counter that it changes; null for operations of an endpoint. */
  public Counter counter() {
    return counter;
  }

  /** {@code op.cntr->value}: the value that is added or set; 0 for operations of an endpoint. */
  public long value() {
    return value;
  }

  /** {@code triggering_cntr}: the counter that it waits for. */
  public Counter triggeringCounter() {
    return triggeringCounter;
  }

  /** {@code threshold}: it starts once the sum of both values, unsigned, reaches this. */
  public long threshold() {
    return threshold;
  }

  /** {@code completion_cntr}: counts its end, a failure as an error; or null. */
  public Counter completionCounter() {
    return completionCounter;
  }

  /** Sets {@code triggering_cntr} and {@code threshold}. */
  public DeferredWork after(Counter counter, long threshold) {
    this.triggeringCounter = Require.notNull("counter", counter);
    this.threshold = threshold;
    return this;
  }

  /**
   * Sets {@code completion_cntr}; an operation on a counter can have none. Its reads and waits make
   * progress for the endpoints that it is bound to, as those of every counter. A thread that only
   * waits for it needs {@code FI_PROGRESS_AUTO}, or another thread that reads the endpoint's queue.
   */
  public DeferredWork completing(Counter counter) {
    this.completionCounter = counter;
    return this;
  }

  /** For providers: posts it now, and returns the result of the call. */
  public int post() {
    return post.getAsInt();
  }

  @Override
  public String toString() {
    return "DeferredWork[type=%s, flags=%s, threshold=%s]"
        .formatted(type, OperationFlags.describe(flags), Long.toUnsignedString(threshold));
  }
}
