package dev.weft.completion;

import java.util.HexFormat;

/**
 * {@code struct fi_cq_err_entry}: the details of one failed operation. Immutable: the error data is
 * copied.
 *
 * @param context the context that the operation was posted with
 * @param flags the kind of operation, as for a success
 * @param length bytes that were placed
 * @param buffer address of the buffer, if the kind of operation has one
 * @param data remote completion data
 * @param tag tag of the message
 * @param overflowLength {@code olen}: bytes that did not fit
 * @param error {@code err}: a positive error number
 * @param providerError {@code prov_errno}
 * @param errorData {@code err_data}, or null
 */
public record CompletionFailure(
    long context,
    long flags,
    long length,
    long buffer,
    long data,
    long tag,
    long overflowLength,
    int error,
    int providerError,
    byte[] errorData) {

  /** Source of an entry that has none, as all failures: {@code FI_ADDR_NOTAVAIL}. */
  public static final long NO_SOURCE = -1;

  public CompletionFailure {
    if (error <= 0) {
      throw new IllegalArgumentException("error=" + error + ", allowed: positive error numbers");
    }
    errorData = errorData == null ? null : errorData.clone();
  }

  /** A copy of the error data, or null. */
  @Override
  public byte[] errorData() {
    return errorData == null ? null : errorData.clone();
  }

  /** All fields; addresses, flags, data and tags in hexadecimal, as for a success. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CompletionFailure[context=0x");
    text.append(Long.toHexString(context));
    text.append(", flags=0x").append(Long.toHexString(flags));
    text.append(", length=").append(length);
    text.append(", buffer=0x").append(Long.toHexString(buffer));
    text.append(", data=0x").append(Long.toHexString(data));
    text.append(", tag=0x").append(Long.toHexString(tag));
    text.append(", overflowLength=").append(overflowLength);
    text.append(", error=").append(error);
    text.append(", providerError=").append(providerError);
    if (errorData != null) {
      text.append(", errorData=").append(HexFormat.of().formatHex(errorData));
    }
    return text.append(']').toString();
  }

  /** Starts a failure of the operation that was posted with {@code context}. */
  public static Builder of(long context, long flags, int error) {
    return new Builder(context, flags, error);
  }

  /** Collects the optional fields; a field that is not set is 0 or null. */
  public static final class Builder {
    private final long context;
    private final long flags;
    private final int error;
    private int providerError;
    private long length;
    private long buffer;
    private long data;
    private long tag;
    private long overflowLength;
    private byte[] errorData;

    private Builder(long context, long flags, int error) {
      this.context = context;
      this.flags = flags;
      this.error = error;
      this.providerError = -error;
    }

    /** {@code prov_errno}; unless given it is {@code -error}. */
    public Builder providerError(int value) {
      providerError = value;
      return this;
    }

    /** {@code len}: bytes that were placed. */
    public Builder length(long value) {
      length = value;
      return this;
    }

    /** {@code buf}: address of the buffer. */
    public Builder buffer(long value) {
      buffer = value;
      return this;
    }

    /** {@code data}: remote completion data. */
    public Builder data(long value) {
      data = value;
      return this;
    }

    /** {@code tag} of the message. */
    public Builder tag(long value) {
      tag = value;
      return this;
    }

    /** {@code olen}: bytes that did not fit. */
    public Builder overflowLength(long value) {
      overflowLength = value;
      return this;
    }

    /** {@code err_data}; copied. */
    public Builder errorData(byte[] value) {
      errorData = value;
      return this;
    }

    public CompletionFailure build() {
      return new CompletionFailure(
          context,
          flags,
          length,
          buffer,
          data,
          tag,
          overflowLength,
          error,
          providerError,
          errorData);
    }
  }
}
