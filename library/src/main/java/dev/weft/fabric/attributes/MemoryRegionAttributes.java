package dev.weft.fabric.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * {@code struct fi_mr_attr}: memory to be registered ({@code fi_mr_regattr(3)}; EP-056).
 *
 * @param segments {@code mr_iov}: the memory, outside the heap.
 * @param access {@code access}: the allowed uses.
 * @param offset {@code offset}: address of the first byte for peers, if the mode requires one.
 * @param requestedKey {@code requested_key}: the key for peers, unless the provider chooses it.
 * @param context {@code context}: the context of the object; may be null.
 */
public record MemoryRegionAttributes(
    List<MemorySegment> segments, long access, long offset, long requestedKey, Object context) {

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public MemoryRegionAttributes {
    segments = List.copyOf(Require.notNull("segments", segments));
    Require.notNegative("offset", offset);
  }

  /** All zero, as in C. */
  public static MemoryRegionAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .segments(segments)
        .access(access)
        .offset(offset)
        .requestedKey(requestedKey)
        .context(context);
  }

  /** {@code fi_mr_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_mr_attr")
        .field("mr_iov", segments)
        .bits("access", AccessFlags.describe(access))
        .field("offset", offset)
        .hex("requested_key", requestedKey)
        .toString();
  }

  /** Builds {@link MemoryRegionAttributes}. */
  public static final class Builder {

    private List<MemorySegment> segments = List.of();
    private long access;
    private long offset;
    private long requestedKey;
    private Object context;

    private Builder() {}

    /** {@code mr_iov}: the memory, outside the heap. */
    public Builder segments(List<MemorySegment> segments) {
      this.segments = List.copyOf(Require.notNull("segments", segments));
      return this;
    }

    /** {@code access}: the allowed uses. */
    public Builder access(long access) {
      this.access = access;
      return this;
    }

    /** {@code offset}: address of the first byte for peers, if the mode requires one. */
    public Builder offset(long offset) {
      this.offset = Require.notNegative("offset", offset);
      return this;
    }

    /** {@code requested_key}: the key for peers, unless the provider chooses it. */
    public Builder requestedKey(long requestedKey) {
      this.requestedKey = requestedKey;
      return this;
    }

    /** {@code context}: the context of the object; may be null. */
    public Builder context(Object context) {
      this.context = context;
      return this;
    }

    /** The attributes. */
    public MemoryRegionAttributes build() {
      return new MemoryRegionAttributes(segments, access, offset, requestedKey, context);
    }
  }
}
