package dev.weft.fabric.completion;

import dev.weft.fabric.Numbered;

/**
 * {@code fi_cq_format}: the fields of the entries of a completion queue (CQ-007 to CQ-012).
 *
 * <p>Each format is a prefix of the next; see {@link CompletionEntryLayout}.
 */
public enum CompletionFormat implements Numbered {
  /**
   * {@code FI_CQ_FORMAT_UNSPEC}: the provider chooses; all current ones choose {@link #CONTEXT}
   * (CQ-008).
   */
  UNSPEC(0, 8),
  /** {@code FI_CQ_FORMAT_CONTEXT}: the context only. */
  CONTEXT(1, 8),
  /** {@code FI_CQ_FORMAT_MSG}: context, flags and length. */
  MSG(2, 24),
  /** {@code FI_CQ_FORMAT_DATA}: also buffer and data. */
  DATA(3, 40),
  /** {@code FI_CQ_FORMAT_TAGGED}: also the tag. */
  TAGGED(4, 48);

  private final int value;
  private final int stride;

  CompletionFormat(int value, int stride) {
    this.value = value;
    this.stride = stride;
  }

  /** Bytes from one entry to the next: 8, 24, 40 or 48 (CQ-012). */
  public int stride() {
    return stride;
  }

  /** The format of the entries that are really written: CONTEXT for UNSPEC, else this (CQ-008). */
  public CompletionFormat effective() {
    return this == UNSPEC ? CONTEXT : this;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static CompletionFormat of(int value) {
    return Numbered.of(CompletionFormat.class, value);
  }
}
