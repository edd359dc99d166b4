package dev.weft.fabric.info;

import dev.weft.argument.AttributeText;
import dev.weft.argument.Require;
import dev.weft.fabric.message.OperationFlags;

/**
 * {@code struct fi_tx_attr}: the sending side of an endpoint.
 *
 * @param capabilities {@code caps}: what it can do; 0 means as {@link FabricInfo#capabilities()}.
 * @param mode {@code mode}: what it requires of the caller.
 * @param operationFlags {@code op_flags}: flags of every call that has no flags argument (EP-010).
 * @param messageOrder {@code msg_order}: which operations stay in order.
 * @param completionOrder {@code comp_order}: in which order completions appear (EP-063).
 * @param injectSize {@code inject_size}: bytes of the largest injected message (EP-017).
 * @param size {@code size}: operations that can be pending.
 * @param ioVectorLimit {@code iov_limit}: local buffers of one operation.
 * @param remoteIoVectorLimit {@code rma_iov_limit}: remote buffers of one operation.
 * @param trafficClass {@code tclass}: a number of {@code FI_TC_*}; 0: no preference.
 */
public record TransmitAttributes(
    long capabilities,
    long mode,
    long operationFlags,
    long messageOrder,
    long completionOrder,
    long injectSize,
    long size,
    long ioVectorLimit,
    long remoteIoVectorLimit,
    int trafficClass) {

  /** Rejects nulls and negative sizes; the call that opens the object checks everything else. */
  public TransmitAttributes {
    Require.notNegative("injectSize", injectSize);
    Require.notNegative("size", size);
    Require.notNegative("ioVectorLimit", ioVectorLimit);
    Require.notNegative("remoteIoVectorLimit", remoteIoVectorLimit);
  }

  /** All zero, as in C. */
  public static TransmitAttributes defaults() {
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
        .injectSize(injectSize)
        .size(size)
        .ioVectorLimit(ioVectorLimit)
        .remoteIoVectorLimit(remoteIoVectorLimit)
        .trafficClass(trafficClass);
  }

  /** {@code fi_tx_attr} as {@code fi_info -v} prints it. */
  @Override
  public String toString() {
    return new AttributeText("fi_tx_attr")
        .bits("caps", Capabilities.describe(capabilities))
        .bits("mode", ModeBits.describe(mode))
        .bits("op_flags", OperationFlags.describe(operationFlags))
        .bits("msg_order", MessageOrder.describe(messageOrder))
        .bits("comp_order", MessageOrder.describe(completionOrder))
        .field("inject_size", injectSize)
        .field("size", size)
        .field("iov_limit", ioVectorLimit)
        .field("rma_iov_limit", remoteIoVectorLimit)
        .field("tclass", trafficClass)
        .toString();
  }

  /** Builds {@link TransmitAttributes}. */
  public static final class Builder {

    private long capabilities;
    private long mode;
    private long operationFlags;
    private long messageOrder;
    private long completionOrder;
    private long injectSize;
    private long size;
    private long ioVectorLimit;
    private long remoteIoVectorLimit;
    private int trafficClass;

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

    /** {@code comp_order}: in which order completions appear (EP-063). */
    public Builder completionOrder(long completionOrder) {
      this.completionOrder = completionOrder;
      return this;
    }

    /** {@code inject_size}: bytes of the largest injected message (EP-017). */
    public Builder injectSize(long injectSize) {
      this.injectSize = Require.notNegative("injectSize", injectSize);
      return this;
    }

    /** {@code size}: operations that can be pending. */
    public Builder size(long size) {
      this.size = Require.notNegative("size", size);
      return this;
    }

    /** {@code iov_limit}: local buffers of one operation. */
    public Builder ioVectorLimit(long ioVectorLimit) {
      this.ioVectorLimit = Require.notNegative("ioVectorLimit", ioVectorLimit);
      return this;
    }

    /** {@code rma_iov_limit}: remote buffers of one operation. */
    public Builder remoteIoVectorLimit(long remoteIoVectorLimit) {
      this.remoteIoVectorLimit = Require.notNegative("remoteIoVectorLimit", remoteIoVectorLimit);
      return this;
    }

    /** {@code tclass}: a number of {@code FI_TC_*}; 0: no preference. */
    public Builder trafficClass(int trafficClass) {
      this.trafficClass = trafficClass;
      return this;
    }

    /** The attributes. */
    public TransmitAttributes build() {
      return new TransmitAttributes(
          capabilities,
          mode,
          operationFlags,
          messageOrder,
          completionOrder,
          injectSize,
          size,
          ioVectorLimit,
          remoteIoVectorLimit,
          trafficClass);
    }
  }
}
