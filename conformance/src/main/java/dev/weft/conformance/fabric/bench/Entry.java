package dev.weft.conformance.fabric.bench;

import dev.weft.fabric.completion.CompletionFlags;

/**
 * A copy of one completion. Fields that the queue's format does not have are 0.
 *
 * @param source the sender's handle; {@code FI_ADDR_NOTAVAIL} if the read did not request it
 */
public record Entry(
    long context, long flags, long length, long buffer, long data, long tag, long source) {

  /** Whether all of these flag bits are set. */
  public boolean has(long bits) {
    return (flags & bits) == bits;
  }

  @Override
  public String toString() {
    return "entry{context=%d flags=%s len=%d buf=0x%x data=0x%x tag=0x%x source=%d}"
        .formatted(context, CompletionFlags.describe(flags), length, buffer, data, tag, source);
  }
}
