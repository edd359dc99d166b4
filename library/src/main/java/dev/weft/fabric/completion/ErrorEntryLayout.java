package dev.weft.fabric.completion;

/**
 * {@code struct fi_cq_err_entry}: where the fields of an error entry lie, in bytes (ER-012 to
 * ER-019).
 *
 * <pre>{@code
 * 0          8          16         24         32         40         48
 * +----------+----------+----------+----------+----------+----------+
 * | context  |  flags   |  length  |  buffer  |   data   |   tag    |   as a tagged entry
 * +----------+-----+----+----------+----------+----------+----------+
 * | overflow | err |prov| errdata  | errdata  |  source  |
 * |  length  |     |errn| address  |   size   |          |
 * +----------+-----+----+----------+----------+----------+
 * 48         56    60   64         72         80         88
 * }</pre>
 *
 * <p>The first 48 bytes are exactly a {@link CompletionEntryLayout tagged entry}.
 */
public final class ErrorEntryLayout {

  /** {@code op_context}. */
  public static final int CONTEXT_OFFSET = CompletionEntryLayout.CONTEXT_OFFSET;

  /** {@code flags}. */
  public static final int FLAGS_OFFSET = CompletionEntryLayout.FLAGS_OFFSET;

  /** {@code len}. */
  public static final int LENGTH_OFFSET = CompletionEntryLayout.LENGTH_OFFSET;

  /** {@code buf}. */
  public static final int BUFFER_OFFSET = CompletionEntryLayout.BUFFER_OFFSET;

  /** {@code data}. */
  public static final int DATA_OFFSET = CompletionEntryLayout.DATA_OFFSET;

  /** {@code tag}. */
  public static final int TAG_OFFSET = CompletionEntryLayout.TAG_OFFSET;

  /** {@code olen}. */
  public static final int OVERFLOW_LENGTH_OFFSET = 48;

  /** {@code err}, 4 bytes. */
  public static final int ERROR_OFFSET = 56;

  /** {@code prov_errno}, 4 bytes. */
  public static final int PROVIDER_ERROR_OFFSET = 60;

  /** {@code err_data}. */
  public static final int ERROR_DATA_OFFSET = 64;

  /** {@code err_data_size}. */
  public static final int ERROR_DATA_SIZE_OFFSET = 72;

  /** {@code src_addr}. */
  public static final int SOURCE_OFFSET = 80;

  /** Bytes of the structure since interface version 1.20. */
  public static final int SIZE = 88;

  private ErrorEntryLayout() {}
}
