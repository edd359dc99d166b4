package dev.weft.futures;

import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;

/**
 * {@code struct fi_cq_*_entry}: an operation that succeeded. A field that the queue's format does
 * not have cannot be read: its accessor throws {@link IllegalStateException}.
 *
 * @param format the format of the queue
 * @param context {@code op_context}: the context that the operation was posted with
 * @param flags {@code flags}: {@link CompletionFlags} of the operation
 * @param length {@code len}: bytes received
 * @param buffer {@code buf}: address of the message in a multi-receive buffer, else 0
 * @param data {@code data}: the peer's 64 bits, valid with {@link CompletionFlags#REMOTE_CQ_DATA}
 * @param tag {@code tag}: the sender's tag, of tagged receives
 * @param source the sender, or {@link dev.weft.fabric.FabricAddress#NOTAVAIL}
 */
public record Success(
    CompletionFormat format,
    long context,
    long flags,
    long length,
    long buffer,
    long data,
    long tag,
    long source)
    implements Completion {

  static Success of(CompletionBatch batch, int index, long source) {
    CompletionFormat format = batch.format();
    boolean message = has(format, CompletionFormat.MSG);
    boolean data = has(format, CompletionFormat.DATA);
    return new Success(
        format,
        batch.context(index),
        message ? batch.flags(index) : 0,
        message ? batch.length(index) : 0,
        data ? batch.buffer(index) : 0,
        data ? batch.data(index) : 0,
        has(format, CompletionFormat.TAGGED) ? batch.tag(index) : 0,
        source);
  }

  private static boolean has(CompletionFormat format, CompletionFormat least) {
    return format.compareTo(least) >= 0;
  }

  @Override
  public long flags() {
    return field("flags", flags, CompletionFormat.MSG);
  }

  /** {@code len}: bytes received. */
  @Override
  public long length() {
    return field("length", length, CompletionFormat.MSG);
  }

  /** {@code buf}: address of the message in a multi-receive buffer, else 0. */
  @Override
  public long buffer() {
    return field("buffer", buffer, CompletionFormat.DATA);
  }

  /** {@code data}: the peer's 64 bits, valid with {@link CompletionFlags#REMOTE_CQ_DATA}. */
  @Override
  public long data() {
    return field("data", data, CompletionFormat.DATA);
  }

  /** {@code tag}: the sender's tag, of tagged receives. */
  @Override
  public long tag() {
    return field("tag", tag, CompletionFormat.TAGGED);
  }

  private long field(String name, long value, CompletionFormat least) {
    if (!has(format, least)) {
      throw new IllegalStateException(
          "field=" + name + ", but format=" + format + " has it from " + least + " on");
    }
    return value;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Success[context=0x").append(Long.toHexString(context));
    if (has(format, CompletionFormat.MSG)) {
      text.append(", flags=").append(CompletionFlags.describe(flags)).append(", length=");
      text.append(length);
    }
    if (has(format, CompletionFormat.TAGGED)) {
      text.append(", tag=0x").append(Long.toHexString(tag));
    }
    return text.append(']').toString();
  }
}
