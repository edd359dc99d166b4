package dev.weft.fabric.completion;

/**
 * {@code struct fi_eq_entry}, {@code fi_eq_cm_entry} and {@code fi_eq_err_entry}: where the fields
 * of an event lie, in bytes.
 *
 * <pre>{@code
 * 0          8          16         24         32         40         48
 * +----------+----------+----------+
 * |  object  | context  |   data   |                                     fi_eq_entry
 * +----------+----------+----------+--
 * |  object  |   info   | connection data ...                            fi_eq_cm_entry
 * +----------+----------+----------+-----+----+----------+----------+
 * |  object  | context  |   data   | err |prov| errdata  | errdata  |    fi_eq_err_entry
 * |          |          |          |     |errn| address  |   size   |
 * +----------+----------+----------+-----+----+----------+----------+
 * }</pre>
 *
 * <p>Objects, contexts and infos are pointers in C. A provider that is written in Java leaves them
 * at 0; {@link EventEntry} and {@link ErrorEvent} keep the references beside the memory.
 */
public final class EventEntryLayout {

  /** {@code fid}. */
  public static final int OBJECT_OFFSET = 0;

  /** {@code context}; {@code info} of a connection's event. */
  public static final int CONTEXT_OFFSET = 8;

  /** {@code data}. */
  public static final int DATA_OFFSET = 16;

  /** {@code data} of a connection's event, its connection data. */
  public static final int CONNECTION_DATA_OFFSET = 16;

  /** Bytes of {@code fi_eq_entry}. */
  public static final int SIZE = 24;

  /** {@code err}, 4 bytes. */
  public static final int ERROR_OFFSET = 24;

  /** {@code prov_errno}, 4 bytes. */
  public static final int PROVIDER_ERROR_OFFSET = 28;

  /** {@code err_data}. */
  public static final int ERROR_DATA_OFFSET = 32;

  /** {@code err_data_size}. */
  public static final int ERROR_DATA_SIZE_OFFSET = 40;

  /** Bytes of {@code fi_eq_err_entry}. */
  public static final int ERROR_SIZE = 48;

  private EventEntryLayout() {}
}
