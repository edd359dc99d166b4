package dev.weft.fabric.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;

/**
 * {@code struct fi_cq_attr}: the attributes of a completion queue ({@code fi_cq_open(3)}; CQ-003 to
 * CQ-013).
 *
 * @param size {@code size}: minimum number of entries; 0: the provider chooses (CQ-003, CQ-004).
 *     {@code loopback} and {@code shm} allow up to 16,777,216.
 * @param flags {@code flags}: bits of {@link #AFFINITY} and {@link #PEER}, or 0 (CQ-005).
 * @param format {@code format}: fields of its entries.
 * @param waitObject {@code wait_obj}: how threads wait on it.
 * @param signalingVector {@code signaling_vector}: logical cpu of its interrupts, with {@link
 *     #AFFINITY} only (CQ-006).
 * @param waitCondition {@code wait_cond}: what satisfies a blocking read.
 * @param waitSet {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null
 *     (WO-003, WO-004).
 */
public record CompletionQueueAttributes(
    long size,
    long flags,
    CompletionFormat format,
    WaitObject waitObject,
    int signalingVector,
    WaitCondition waitCondition,
    WaitSet waitSet) {

  /** {@code FI_AFFINITY}: {@link #signalingVector()} is used (CQ-005). */
  public static final long AFFINITY = 1L << 29;

  /**
   * {@code FI_PEER}: the queue belongs to another provider: {@code ibv_create_cq(3)} has created
   * it, and it is passed as the context. Both APIs read the same entries, each entry once.
   * Endpoints with manual progress advance when either API reads the queue or a thread waits in
   * {@code sread}, but not while a thread waits on the completion channel. With {@code
   * FI_PROGRESS_AUTO}, progress wakes the threads that wait on the channel.
   */
  public static final long PEER = 1L << 43;

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public CompletionQueueAttributes {
    Require.notNegative("size", size);
    Require.notNull("format", format);
    Require.notNull("waitObject", waitObject);
    Require.notNull("waitCondition", waitCondition);
  }

  /** All zero, as in C. */
  public static CompletionQueueAttributes defaults() {
    return builder().build();
  }

  /** Attributes of a queue of this format that threads can wait on with {@code sread}. */
  public static CompletionQueueAttributes blocking(CompletionFormat format) {
    return builder().format(format).waitObject(WaitObject.UNSPEC).build();
  }

  /** Attributes of a queue of this format that is only polled. */
  public static CompletionQueueAttributes polling(CompletionFormat format) {
    return builder().format(format).build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .size(size)
        .flags(flags)
        .format(format)
        .waitObject(waitObject)
        .signalingVector(signalingVector)
        .waitCondition(waitCondition)
        .waitSet(waitSet);
  }

  /** {@code fi_cq_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_cq_attr")
        .field("size", size)
        .hex("flags", flags)
        .field("format", "FI_CQ_FORMAT_" + format)
        .field("wait_obj", "FI_WAIT_" + waitObject)
        .field("signaling_vector", signalingVector)
        .field("wait_cond", "FI_CQ_COND_" + waitCondition)
        .field("wait_set", waitSet)
        .toString();
  }

  /** Builds {@link CompletionQueueAttributes}. */
  public static final class Builder {

    private long size;
    private long flags;
    private CompletionFormat format = CompletionFormat.UNSPEC;
    private WaitObject waitObject = WaitObject.NONE;
    private int signalingVector;
    private WaitCondition waitCondition = WaitCondition.NONE;
    private WaitSet waitSet;

    private Builder() {}

    /** {@code size}: minimum number of entries; 0: the provider chooses (CQ-003, CQ-004). */
    public Builder size(long size) {
      this.size = Require.notNegative("size", size);
      return this;
    }

    /** {@code flags}: bits of {@link #AFFINITY} and {@link #PEER}, or 0 (CQ-005). */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** {@code format}: fields of its entries. */
    public Builder format(CompletionFormat format) {
      this.format = Require.notNull("format", format);
      return this;
    }

    /** {@code wait_obj}: how threads wait on it. */
    public Builder waitObject(WaitObject waitObject) {
      this.waitObject = Require.notNull("waitObject", waitObject);
      return this;
    }

    /**
     * {@code signaling_vector}: logical cpu of its interrupts, with {@link #AFFINITY} only
     * (CQ-006).
     */
    public Builder signalingVector(int signalingVector) {
      this.signalingVector = signalingVector;
      return this;
    }

    /** {@code wait_cond}: what satisfies a blocking read. */
    public Builder waitCondition(WaitCondition waitCondition) {
      this.waitCondition = Require.notNull("waitCondition", waitCondition);
      return this;
    }

    /**
     * {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null (WO-003, WO-004).
     */
    public Builder waitSet(WaitSet waitSet) {
      this.waitSet = waitSet;
      return this;
    }

    /** The attributes. */
    public CompletionQueueAttributes build() {
      return new CompletionQueueAttributes(
          size, flags, format, waitObject, signalingVector, waitCondition, waitSet);
    }
  }
}
