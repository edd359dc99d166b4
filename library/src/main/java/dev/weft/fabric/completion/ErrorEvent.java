package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricObject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fi_eq_err_entry}: a control operation that has failed, filled by {@code
 * fi_eq_readerr(3)}, in the layout of C ({@link EventEntryLayout}).
 *
 * <p>Reusable. One thread at a time may use it.
 */
public final class ErrorEvent {

  private static final MemorySegment NO_DATA = MemorySegment.ofArray(new byte[0]).asReadOnly();

  private final MemorySegment segment;
  private FabricObject object;
  private Object context;
  private MemorySegment errorData = NO_DATA;

  private ErrorEvent(MemorySegment segment) {
    this.segment = segment;
  }

  /** Room for one failure. */
  public static ErrorEvent allocate(Arena arena) {
    return new ErrorEvent(
        Require.notNull("arena", arena)
            .allocate(EventEntryLayout.ERROR_SIZE, JAVA_LONG.byteSize()));
  }

  /** The memory, {@link EventEntryLayout#ERROR_SIZE} bytes. */
  public MemorySegment segment() {
    return segment;
  }

  /** {@code fid}: the object of the failed operation. */
  public FabricObject object() {
    return object;
  }

  /** {@code context}: that of the operation, or of the object if the operation had none. */
  public Object context() {
    return context;
  }

  /** {@code data}: of an insertion, the index of the address. */
  public long data() {
    return segment.get(JAVA_LONG, EventEntryLayout.DATA_OFFSET);
  }

  /** {@code err}: a positive {@link Errno}. */
  public int error() {
    return segment.get(JAVA_INT, EventEntryLayout.ERROR_OFFSET);
  }

  /** {@code prov_errno}: the provider's own number, for {@link EventQueue#strerror}. */
  public int providerError() {
    return segment.get(JAVA_INT, EventEntryLayout.PROVIDER_ERROR_OFFSET);
  }

  /** {@code err_data}: the data of the peer's reject, read-only. */
  public MemorySegment errorData() {
    return errorData;
  }

  /** For providers: sets the object, and the context of the operation. */
  public ErrorEvent subject(FabricObject object, Object context) {
    this.object = object;
    this.context = context;
    return this;
  }

  /** For providers: sets {@code data}. */
  public ErrorEvent data(long data) {
    segment.set(JAVA_LONG, EventEntryLayout.DATA_OFFSET, data);
    return this;
  }

  /** For providers: sets {@code err} and {@code prov_errno}. */
  public ErrorEvent error(int error, int providerError) {
    segment.set(JAVA_INT, EventEntryLayout.ERROR_OFFSET, error);
    segment.set(JAVA_INT, EventEntryLayout.PROVIDER_ERROR_OFFSET, providerError);
    return this;
  }

  /** For providers: keeps a copy of {@code err_data}; empty or NULL for none. */
  public ErrorEvent errorData(MemorySegment data) {
    errorData =
        data.byteSize() == 0
            ? NO_DATA
            : MemorySegment.ofArray(data.toArray(JAVA_BYTE)).asReadOnly();
    segment.set(JAVA_LONG, EventEntryLayout.ERROR_DATA_SIZE_OFFSET, data.byteSize());
    return this;
  }

  @Override
  public String toString() {
    return "ErrorEvent[%s %d: %s, object=%s]"
        .formatted(
            Errno.name(error()),
            error(),
            Errno.strerror(error()),
            object == null ? null : object.objectClass());
  }
}
