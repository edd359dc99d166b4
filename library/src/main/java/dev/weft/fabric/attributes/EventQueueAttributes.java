package dev.weft.fabric.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;

/**
 * {@code struct fi_eq_attr}: the attributes of an event queue ({@code fi_eq_open(3)}).
 *
 * @param size {@code size}: minimum number of events; 0: the provider chooses. {@code loopback} and
 *     {@code shm} allow up to 16,777,216.
 * @param flags {@code flags}: bits of {@link #WRITE} and {@link #AFFINITY}.
 * @param waitObject {@code wait_obj}: how threads wait on it.
 * @param signalingVector {@code signaling_vector}: logical cpu of its interrupts, with {@link
 *     #AFFINITY} only.
 * @param waitSet {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null.
 */
public record EventQueueAttributes(
    long size, long flags, WaitObject waitObject, int signalingVector, WaitSet waitSet) {

  /** {@code FI_WRITE}: the program may write events of its own. */
  public static final long WRITE = 1L << 9;

  /** {@code FI_AFFINITY}: {@link #signalingVector()} is used. */
  public static final long AFFINITY = 1L << 29;

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public EventQueueAttributes {
    Require.notNegative("size", size);
    Require.notNull("waitObject", waitObject);
  }

  /** All zero, as in C. */
  public static EventQueueAttributes defaults() {
    return builder().build();
  }

  /** Attributes of a queue that threads can wait on with {@code sread}. */
  public static EventQueueAttributes blocking() {
    return builder().waitObject(WaitObject.UNSPEC).build();
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
        .waitObject(waitObject)
        .signalingVector(signalingVector)
        .waitSet(waitSet);
  }

  /** {@code fi_eq_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_eq_attr")
        .field("size", size)
        .hex("flags", flags)
        .field("wait_obj", "FI_WAIT_" + waitObject)
        .field("signaling_vector", signalingVector)
        .field("wait_set", waitSet)
        .toString();
  }

  /** Builds {@link EventQueueAttributes}. */
  public static final class Builder {

    private long size;
    private long flags;
    private WaitObject waitObject = WaitObject.NONE;
    private int signalingVector;
    private WaitSet waitSet;

    private Builder() {}

    /** {@code size}: minimum number of events; 0: the provider chooses. */
    public Builder size(long size) {
      this.size = Require.notNegative("size", size);
      return this;
    }

    /** {@code flags}: bits of {@link #WRITE} and {@link #AFFINITY}. */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** {@code wait_obj}: how threads wait on it. */
    public Builder waitObject(WaitObject waitObject) {
      this.waitObject = Require.notNull("waitObject", waitObject);
      return this;
    }

    /** {@code signaling_vector}: logical cpu of its interrupts, with {@link #AFFINITY} only. */
    public Builder signalingVector(int signalingVector) {
      this.signalingVector = signalingVector;
      return this;
    }

    /** {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null. */
    public Builder waitSet(WaitSet waitSet) {
      this.waitSet = waitSet;
      return this;
    }

    /** The attributes. */
    public EventQueueAttributes build() {
      return new EventQueueAttributes(size, flags, waitObject, signalingVector, waitSet);
    }
  }
}
