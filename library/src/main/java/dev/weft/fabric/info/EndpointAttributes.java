package dev.weft.fabric.info;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;

/**
 * {@code struct fi_ep_attr}: the attributes of an endpoint.
 *
 * @param type {@code type}: how it communicates.
 * @param protocol {@code protocol}: a number of {@code FI_PROTO_*}; 0: no preference.
 * @param protocolVersion {@code protocol_version}: version of the protocol.
 * @param maxMessageSize {@code max_msg_size}: bytes of the largest message (EP-025).
 * @param messagePrefixSize {@code msg_prefix_size}: bytes before each message, with {@link
 *     ModeBits#MSG_PREFIX} (EP-042).
 * @param maxOrderReadAfterWriteSize {@code max_order_raw_size}: bytes up to which RAW order holds.
 * @param maxOrderWriteAfterReadSize {@code max_order_war_size}: bytes up to which WAR order holds.
 * @param maxOrderWriteAfterWriteSize {@code max_order_waw_size}: bytes up to which WAW order holds.
 * @param tagFormat {@code mem_tag_format}: bits of a tag that may be used.
 * @param transmitContextCount {@code tx_ctx_cnt}: transmit contexts, or {@link #SHARED_CONTEXT}.
 * @param receiveContextCount {@code rx_ctx_cnt}: receive contexts, or {@link #SHARED_CONTEXT}.
 */
public record EndpointAttributes(
    EndpointType type,
    int protocol,
    int protocolVersion,
    long maxMessageSize,
    long messagePrefixSize,
    long maxOrderReadAfterWriteSize,
    long maxOrderWriteAfterReadSize,
    long maxOrderWriteAfterWriteSize,
    long tagFormat,
    long transmitContextCount,
    long receiveContextCount) {

  /** {@code FI_SHARED_CONTEXT}, a count: the endpoint uses a shared context. */
  public static final long SHARED_CONTEXT = -1L;

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public EndpointAttributes {
    Require.notNull("type", type);
    Require.notNegative("maxMessageSize", maxMessageSize);
    Require.notNegative("messagePrefixSize", messagePrefixSize);
    Require.notNegative("maxOrderReadAfterWriteSize", maxOrderReadAfterWriteSize);
    Require.notNegative("maxOrderWriteAfterReadSize", maxOrderWriteAfterReadSize);
    Require.notNegative("maxOrderWriteAfterWriteSize", maxOrderWriteAfterWriteSize);
    contextCount("transmitContextCount", transmitContextCount);
    contextCount("receiveContextCount", receiveContextCount);
  }

  private static long contextCount(String name, long count) {
    return count == SHARED_CONTEXT ? count : Require.notNegative(name, count);
  }

  /** All zero, as in C. */
  public static EndpointAttributes defaults() {
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
        .protocol(protocol)
        .protocolVersion(protocolVersion)
        .maxMessageSize(maxMessageSize)
        .messagePrefixSize(messagePrefixSize)
        .maxOrderReadAfterWriteSize(maxOrderReadAfterWriteSize)
        .maxOrderWriteAfterReadSize(maxOrderWriteAfterReadSize)
        .maxOrderWriteAfterWriteSize(maxOrderWriteAfterWriteSize)
        .tagFormat(tagFormat)
        .transmitContextCount(transmitContextCount)
        .receiveContextCount(receiveContextCount);
  }

  /** {@code fi_ep_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_ep_attr")
        .field("type", "FI_EP_" + type)
        .field("protocol", protocol)
        .field("protocol_version", protocolVersion)
        .field("max_msg_size", maxMessageSize)
        .field("msg_prefix_size", messagePrefixSize)
        .field("max_order_raw_size", maxOrderReadAfterWriteSize)
        .field("max_order_war_size", maxOrderWriteAfterReadSize)
        .field("max_order_waw_size", maxOrderWriteAfterWriteSize)
        .hex("mem_tag_format", tagFormat)
        .field("tx_ctx_cnt", transmitContextCount)
        .field("rx_ctx_cnt", receiveContextCount)
        .toString();
  }

  /** Builds {@link EndpointAttributes}. */
  public static final class Builder {

    private EndpointType type = EndpointType.UNSPEC;
    private int protocol;
    private int protocolVersion;
    private long maxMessageSize;
    private long messagePrefixSize;
    private long maxOrderReadAfterWriteSize;
    private long maxOrderWriteAfterReadSize;
    private long maxOrderWriteAfterWriteSize;
    private long tagFormat;
    private long transmitContextCount;
    private long receiveContextCount;

    private Builder() {}

    /** {@code type}: how it communicates. */
    public Builder type(EndpointType type) {
      this.type = Require.notNull("type", type);
      return this;
    }

    /** {@code protocol}: a number of {@code FI_PROTO_*}; 0: no preference. */
    public Builder protocol(int protocol) {
      this.protocol = protocol;
      return this;
    }

    /** {@code protocol_version}: version of the protocol. */
    public Builder protocolVersion(int protocolVersion) {
      this.protocolVersion = protocolVersion;
      return this;
    }

    /** {@code max_msg_size}: bytes of the largest message (EP-025). */
    public Builder maxMessageSize(long maxMessageSize) {
      this.maxMessageSize = Require.notNegative("maxMessageSize", maxMessageSize);
      return this;
    }

    /**
     * {@code msg_prefix_size}: bytes before each message, with {@link ModeBits#MSG_PREFIX}
     * (EP-042).
     */
    public Builder messagePrefixSize(long messagePrefixSize) {
      this.messagePrefixSize = Require.notNegative("messagePrefixSize", messagePrefixSize);
      return this;
    }

    /** {@code max_order_raw_size}: bytes up to which RAW order holds. */
    public Builder maxOrderReadAfterWriteSize(long maxOrderReadAfterWriteSize) {
      this.maxOrderReadAfterWriteSize =
          Require.notNegative("maxOrderReadAfterWriteSize", maxOrderReadAfterWriteSize);
      return this;
    }

    /** {@code max_order_war_size}: bytes up to which WAR order holds. */
    public Builder maxOrderWriteAfterReadSize(long maxOrderWriteAfterReadSize) {
      this.maxOrderWriteAfterReadSize =
          Require.notNegative("maxOrderWriteAfterReadSize", maxOrderWriteAfterReadSize);
      return this;
    }

    /** {@code max_order_waw_size}: bytes up to which WAW order holds. */
    public Builder maxOrderWriteAfterWriteSize(long maxOrderWriteAfterWriteSize) {
      this.maxOrderWriteAfterWriteSize =
          Require.notNegative("maxOrderWriteAfterWriteSize", maxOrderWriteAfterWriteSize);
      return this;
    }

    /** {@code mem_tag_format}: bits of a tag that may be used. */
    public Builder tagFormat(long tagFormat) {
      this.tagFormat = tagFormat;
      return this;
    }

    /** {@code tx_ctx_cnt}: transmit contexts. */
    public Builder transmitContextCount(long transmitContextCount) {
      this.transmitContextCount = contextCount("transmitContextCount", transmitContextCount);
      return this;
    }

    /** {@code rx_ctx_cnt}: receive contexts. */
    public Builder receiveContextCount(long receiveContextCount) {
      this.receiveContextCount = contextCount("receiveContextCount", receiveContextCount);
      return this;
    }

    /** The attributes. */
    public EndpointAttributes build() {
      return new EndpointAttributes(
          type,
          protocol,
          protocolVersion,
          maxMessageSize,
          messagePrefixSize,
          maxOrderReadAfterWriteSize,
          maxOrderWriteAfterReadSize,
          maxOrderWriteAfterWriteSize,
          tagFormat,
          transmitContextCount,
          receiveContextCount);
    }
  }
}
