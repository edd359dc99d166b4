package dev.weft.fabric.attributes;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.info.AddressVectorType;

/**
 * {@code struct fi_av_attr}: the attributes of an address vector ({@code fi_av_open(3)}; EP-057).
 *
 * @param type {@code type}: the kind of address handle.
 * @param receiveContextBits {@code rx_ctx_bits}: bits of an address that name a receive context;
 *     the software NIC has 0 to 6.
 * @param count {@code count}: addresses expected; a hint.
 * @param endpointsPerNode {@code ep_per_node}: endpoints expected per host; a hint.
 * @param name {@code name}: name of a vector shared between processes, or null; no provider shares
 *     vectors, and opening one with a name throws {@code FI_ENOSYS}.
 * @param flags {@code flags}: {@link #EVENT} or 0.
 */
public record AddressVectorAttributes(
    AddressVectorType type,
    int receiveContextBits,
    long count,
    long endpointsPerNode,
    String name,
    long flags) {

  /** {@code FI_EVENT}: insertions report to an event queue. */
  public static final long EVENT = 1L << 24;

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public AddressVectorAttributes {
    Require.notNull("type", type);
    Require.notNegative("receiveContextBits", receiveContextBits);
    Require.notNegative("count", count);
    Require.notNegative("endpointsPerNode", endpointsPerNode);
  }

  /** All zero, as in C. */
  public static AddressVectorAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .type(type)
        .receiveContextBits(receiveContextBits)
        .count(count)
        .endpointsPerNode(endpointsPerNode)
        .name(name)
        .flags(flags);
  }

  /** {@code fi_av_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_av_attr")
        .field("type", "FI_AV_" + type)
        .field("rx_ctx_bits", receiveContextBits)
        .field("count", count)
        .field("ep_per_node", endpointsPerNode)
        .field("name", name)
        .hex("flags", flags)
        .toString();
  }

  /** Builds {@link AddressVectorAttributes}. */
  public static final class Builder {

    private AddressVectorType type = AddressVectorType.UNSPEC;
    private int receiveContextBits;
    private long count;
    private long endpointsPerNode;
    private String name;
    private long flags;

    private Builder() {}

    /** {@code type}: the kind of address handle. */
    public Builder type(AddressVectorType type) {
      this.type = Require.notNull("type", type);
      return this;
    }

    /** {@code rx_ctx_bits}: bits of an address that name a receive context. */
    public Builder receiveContextBits(int receiveContextBits) {
      this.receiveContextBits = Require.notNegative("receiveContextBits", receiveContextBits);
      return this;
    }

    /** {@code count}: addresses expected; a hint. */
    public Builder count(long count) {
      this.count = Require.notNegative("count", count);
      return this;
    }

    /** {@code ep_per_node}: endpoints expected per host; a hint. */
    public Builder endpointsPerNode(long endpointsPerNode) {
      this.endpointsPerNode = Require.notNegative("endpointsPerNode", endpointsPerNode);
      return this;
    }

    /** {@code name}: name of a vector shared between processes; null, as no provider shares any. */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** {@code flags}: {@link #EVENT} or 0. */
    public Builder flags(long flags) {
      this.flags = flags;
      return this;
    }

    /** The attributes. */
    public AddressVectorAttributes build() {
      return new AddressVectorAttributes(
          type, receiveContextBits, count, endpointsPerNode, name, flags);
    }
  }
}
