package dev.weft.fabric.poll;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;

/**
 * {@code struct fi_wait_attr}: the attributes of a wait set ({@code fi_wait_open(3)}; WS-001 to
 * WS-003).
 *
 * @param waitObject {@code wait_obj}: how threads wait on it.
 * @param flags {@code flags}: 0; other bits are reserved and rejected at open.
 */
public record WaitSetAttributes(WaitObject waitObject, long flags) {

  /** Rejects null; the call that opens the object checks everything else. */
  public WaitSetAttributes {
    Require.notNull("waitObject", waitObject);
  }

  /**
   * A wait set with the provider's preferred wait object. C's structure of zeros requests {@link
   * WaitObject#NONE}, which {@code fi_wait_open(3)} refuses.
   */
  public static WaitSetAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder().waitObject(waitObject).flags(flags);
  }

  /** {@code fi_wait_attr} in the form in which {@code fi_info -v} prints attributes. */
  @Override
  public String toString() {
    return new AttributeText("fi_wait_attr")
        .field("wait_obj", "FI_WAIT_" + waitObject)
        .hex("flags", flags)
        .toString();
  }

  /** Builds {@link WaitSetAttributes}. */
  public static final class Builder {

    private WaitObject waitObject = WaitObject.UNSPEC;
    private long flags;

    private Builder() {}

    /** {@code wait_obj}: how threads wait on it. */
    public Builder waitObject(WaitObject waitObject) {
      this.waitObject = Require.notNull("waitObject", waitObject);
      return this;
    }

    /** {@code flags}: 0; other bits are reserved and rejected at open. */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** The attributes. */
    public WaitSetAttributes build() {
      return new WaitSetAttributes(waitObject, flags);
    }
  }
}
