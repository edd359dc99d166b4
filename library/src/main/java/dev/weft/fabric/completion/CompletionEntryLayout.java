package dev.weft.fabric.completion;

import java.util.List;

/**
 * {@code struct fi_cq_entry, fi_cq_msg_entry, fi_cq_data_entry, fi_cq_tagged_entry}: where the
 * fields of a completion entry lie, in bytes (CQ-010 to CQ-012).
 *
 * <pre>{@code
 * 0          8          16         24         32         40         48
 * +----------+----------+----------+----------+----------+----------+
 * | context  |  flags   |  length  |  buffer  |   data   |   tag    |
 * +----------+----------+----------+----------+----------+----------+
 * |- CONTEXT |                     |                     |          |
 * |- MSG --------------------------|                     |          |
 * |- DATA -----------------------------------------------|          |
 * |- TAGGED --------------------------------------------------------|
 * }</pre>
 *
 * <p>Entries follow each other without a gap, {@link CompletionFormat#stride()} bytes apart.
 */
public final class CompletionEntryLayout {

  /** {@code op_context}. */
  public static final int CONTEXT_OFFSET = 0;

  /** {@code flags}. */
  public static final int FLAGS_OFFSET = 8;

  /** {@code len}. */
  public static final int LENGTH_OFFSET = 16;

  /** {@code buf}. */
  public static final int BUFFER_OFFSET = 24;

  /** {@code data}. */
  public static final int DATA_OFFSET = 32;

  /** {@code tag}. */
  public static final int TAG_OFFSET = 40;

  /** Bytes of the widest entry. */
  public static final int MAX_SIZE = 48;

  private static final List<String> FIELDS =
      List.of("context", "flags", "length", "buffer", "data", "tag");

  private CompletionEntryLayout() {}

  static String fieldName(int offset) {
    return FIELDS.get(offset / Long.BYTES);
  }

  static String fieldNames(int stride) {
    return String.join(", ", FIELDS.subList(0, stride / Long.BYTES));
  }
}
