package dev.weft.fabric.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;

/**
 * {@code struct fi_cntr_attr}: the attributes of a counter ({@code fi_cntr_open(3)}).
 *
 * @param events {@code events}: what it counts.
 * @param waitObject {@code wait_obj}: how threads wait on it.
 * @param waitSet {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null.
 * @param flags {@code flags}: 0; other bits are reserved.
 */
public record CounterAttributes(
    CounterEvents events, WaitObject waitObject, WaitSet waitSet, long flags) {

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public CounterAttributes {
    Require.notNull("events", events);
    Require.notNull("waitObject", waitObject);
  }

  /** All zero, as in C. */
  public static CounterAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder().events(events).waitObject(waitObject).waitSet(waitSet).flags(flags);
  }

  /** {@code fi_cntr_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_cntr_attr")
        .field("events", "FI_CNTR_EVENTS_" + events)
        .field("wait_obj", "FI_WAIT_" + waitObject)
        .field("wait_set", waitSet)
        .hex("flags", flags)
        .toString();
  }

  /** Builds {@link CounterAttributes}. */
  public static final class Builder {

    private CounterEvents events = CounterEvents.COMP;
    private WaitObject waitObject = WaitObject.NONE;
    private WaitSet waitSet;
    private long flags;

    private Builder() {}

    /** {@code events}: what it counts. */
    public Builder events(CounterEvents events) {
      this.events = Require.notNull("events", events);
      return this;
    }

    /** {@code wait_obj}: how threads wait on it. */
    public Builder waitObject(WaitObject waitObject) {
      this.waitObject = Require.notNull("waitObject", waitObject);
      return this;
    }

    /** {@code wait_set}: its wait set, with {@link WaitObject#SET} only; else null. */
    public Builder waitSet(WaitSet waitSet) {
      this.waitSet = waitSet;
      return this;
    }

    /** {@code flags}: 0; other bits are reserved. */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** The attributes. */
    public CounterAttributes build() {
      return new CounterAttributes(events, waitObject, waitSet, flags);
    }
  }
}
