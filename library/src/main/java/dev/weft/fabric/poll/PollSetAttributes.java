package dev.weft.fabric.poll;

import dev.weft.argument.AttributeText;

/**
 * {@code struct fi_poll_attr}: the attributes of a poll set ({@code fi_poll_open(3)}; PS-001).
 *
 * @param flags {@code flags}: 0; other bits are reserved and rejected at open.
 */
public record PollSetAttributes(long flags) {

  /** All zero, as in C. */
  public static PollSetAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder().flags(flags);
  }

  /** {@code fi_poll_attr} in the form in which {@code fi_info -v} prints attributes. */
  @Override
  public String toString() {
    return new AttributeText("fi_poll_attr").hex("flags", flags).toString();
  }

  /** Builds {@link PollSetAttributes}. */
  public static final class Builder {

    private long flags;

    private Builder() {}

    /** {@code flags}: 0; other bits are reserved and rejected at open. */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** The attributes. */
    public PollSetAttributes build() {
      return new PollSetAttributes(flags);
    }
  }
}
