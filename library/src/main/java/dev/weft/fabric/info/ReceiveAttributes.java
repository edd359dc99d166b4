package dev.weft.fabric.info;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.message.OperationFlags;

/**
 * {@code struct fi_rx_attr}: the receiving side of an endpoint.
 *
 * @param capabilities {@code caps}: what it can do; 0 means as {@link FabricInfo#capabilities()}.
 * @param mode {@code mode}: what it requires of the caller.
 * @param operationFlags {@code op_flags}: flags of every call that has no flags argument (EP-010).
 * @param messageOrder {@code msg_order}: which operations stay in order.
 * @param completionOrder {@code comp_order}: in which order completions appear.
 * @param totalBufferedReceive {@code total_buffered_recv}: bytes of messages held without a buffer
 *     (deprecated in C).
 * @param size {@code size}: receives that can be posted.
 * @param ioVectorLimit {@code iov_limit}: buffers of one receive.
 */
public record ReceiveAttributes(
    long capabilities,
    long mode,
    long operationFlags,
    long messageOrder,
    long completionOrder,
    long totalBufferedReceive,
    long size,
    long ioVectorLimit) {

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public ReceiveAttributes {
    Require.notNegative("totalBufferedReceive", totalBufferedReceive);
    Require.notNegative("size", size);
    Require.notNegative("ioVectorLimit", ioVectorLimit);
  }

  /** All zero, as in C. */
  public static ReceiveAttributes defaults() {
    return builder().build();
  }

  /** A builder that starts with {@link #defaults()}. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts with these values. */
  public Builder toBuilder() {
    return new Builder()
        .capabilities(capabilities)
        .mode(mode)
        .operationFlags(operationFlags)
        .messageOrder(messageOrder)
        .completionOrder(completionOrder)
        .totalBufferedReceive(totalBufferedReceive)
        .size(size)
        .ioVectorLimit(ioVectorLimit);
  }

  /** {@code fi_rx_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_rx_attr")
        .bits("caps", Capabilities.describe(capabilities))
        .bits("mode", ModeBits.describe(mode))
        .bits("op_flags", OperationFlags.describe(operationFlags))
        .bits("msg_order", MessageOrder.describe(messageOrder))
        .bits("comp_order", MessageOrder.describe(completionOrder))
        .field("total_buffered_recv", totalBufferedReceive)
        .field("size", size)
        .field("iov_limit", ioVectorLimit)
        .toString();
  }

  /** Builds {@link ReceiveAttributes}. */
  public static final class Builder {

    private long capabilities;
    private long mode;
    private long operationFlags;
    private long messageOrder;
    private long completionOrder;
    private long totalBufferedReceive;
    private long size;
    private long ioVectorLimit;

    private Builder() {}

    /** {@code caps}: what it can do; 0 means as {@link FabricInfo#capabilities()}. */
    public Builder capabilities(long capabilities) {
      this.capabilities = capabilities;
      return this;
    }

    /** {@code mode}: what it requires of the caller. */
    public Builder mode(long mode) {
      this.mode = mode;
      return this;
    }

    /** {@code op_flags}: flags of every call that has no flags argument (EP-010). */
    public Builder operationFlags(long operationFlags) {
      this.operationFlags = operationFlags;
      return this;
    }

    /** {@code msg_order}: which operations stay in order. */
    public Builder messageOrder(long messageOrder) {
      this.messageOrder = messageOrder;
      return this;
    }

    /** {@code comp_order}: in which order completions appear. */
    public Builder completionOrder(long completionOrder) {
      this.completionOrder = completionOrder;
      return this;
    }

    /** {@code total_buffered_recv}: bytes of messages held without a buffer (deprecated in C). */
    public Builder totalBufferedReceive(long totalBufferedReceive) {
      this.totalBufferedReceive = Require.notNegative("totalBufferedReceive", totalBufferedReceive);
      return this;
    }

    /** {@code size}: receives that can be posted. */
    public Builder size(long size) {
      this.size = Require.notNegative("size", size);
      return this;
    }

    /** {@code iov_limit}: buffers of one receive. */
    public Builder ioVectorLimit(long ioVectorLimit) {
      this.ioVectorLimit = Require.notNegative("ioVectorLimit", ioVectorLimit);
      return this;
    }

    /** The attributes. */
    public ReceiveAttributes build() {
      return new ReceiveAttributes(
          capabilities,
          mode,
          operationFlags,
          messageOrder,
          completionOrder,
          totalBufferedReceive,
          size,
          ioVectorLimit);
    }
  }
}
