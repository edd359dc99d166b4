package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fi_cq_err_entry}: a failed operation, filled by {@code fi_cq_readerr(3)}, in
 * exactly the layout of C ({@link ErrorEntryLayout}; ER-005 to ER-019).
 *
 * <p>Reusable. One thread at a time may use it. Providers call {@link #reset}, then the setters or
 * {@link #segment()}, then {@link #storeErrorData}.
 */
public final class ErrorCompletion {

  private static final MemorySegment NO_DATA = MemorySegment.ofArray(new byte[0]).asReadOnly();

  private final MemorySegment segment;
  private MemorySegment callerBuffer = MemorySegment.NULL;
  private MemorySegment errorData = NO_DATA;

  private ErrorCompletion(MemorySegment segment) {
    this.segment = segment;
  }

  /** Room for one error, reset. */
  public static ErrorCompletion allocate(Arena arena) {
    MemorySegment segment =
        Require.notNull("arena", arena).allocate(ErrorEntryLayout.SIZE, JAVA_LONG.byteSize());
    return new ErrorCompletion(segment).reset();
  }

  /** The memory, {@link ErrorEntryLayout#SIZE} bytes. */
  public MemorySegment segment() {
    return segment;
  }

  /** {@code op_context}: the context of the failed operation (ER-010). */
  public long context() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.CONTEXT_OFFSET);
  }

  /** {@code flags}: {@link CompletionFlags} of the failed operation (ER-011). */
  public long flags() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.FLAGS_OFFSET);
  }

  /** {@code len}: bytes placed, when the message was truncated (ER-012). */
  public long length() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.LENGTH_OFFSET);
  }

  /** {@code buf}: as in a successful entry (ER-014). */
  public long buffer() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.BUFFER_OFFSET);
  }

  /** {@code data}: as in a successful entry (ER-014). */
  public long data() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.DATA_OFFSET);
  }

  /** {@code tag}: as in a successful entry (ER-014). */
  public long tag() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.TAG_OFFSET);
  }

  /** {@code olen}: bytes of the message that did not fit (ER-012); else 0. */
  public long overflowLength() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.OVERFLOW_LENGTH_OFFSET);
  }

  /** {@code err}: a positive {@link Errno} (ER-008). */
  public int error() {
    return segment.get(JAVA_INT, ErrorEntryLayout.ERROR_OFFSET);
  }

  /** {@code prov_errno}: the provider's own number, for its {@code strerror} (ER-009). */
  public int providerError() {
    return segment.get(JAVA_INT, ErrorEntryLayout.PROVIDER_ERROR_OFFSET);
  }

  /** {@code src_addr}: the source, or {@link FabricAddress#NOTAVAIL} (ER-019). */
  public long source() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.SOURCE_OFFSET);
  }

  /** {@code err_data_size}: bytes of error data (ER-016). */
  public long errorDataSize() {
    return segment.get(JAVA_LONG, ErrorEntryLayout.ERROR_DATA_SIZE_OFFSET);
  }

  /**
   * {@code err_data}: more about the error, such as the raw address of an unknown source (ER-018).
   *
   * @return an immutable copy, {@link #errorDataSize()} bytes, read-only (ER-017)
   */
  public MemorySegment errorData() {
    return errorData;
  }

  /**
   * Sets the buffer for the error data of all later reads (ER-016).
   *
   * @param buffer native memory that receives as much error data as fits, or {@link
   *     MemorySegment#NULL} for none
   */
  public ErrorCompletion errorDataBuffer(MemorySegment buffer) {
    callerBuffer = Require.nativeMemory("buffer", buffer);
    return resetErrorData();
  }

  /** The buffer set by the caller, or {@link MemorySegment#NULL}. */
  public MemorySegment errorDataBuffer() {
    return callerBuffer;
  }

  /**
   * For providers, before an entry is filled: every field 0, the source NOTAVAIL, and {@code
   * err_data} and {@code err_data_size} those of the caller's buffer.
   */
  public ErrorCompletion reset() {
    segment.fill((byte) 0);
    return source(FabricAddress.NOTAVAIL).resetErrorData();
  }

  private ErrorCompletion resetErrorData() {
    errorData = NO_DATA;
    set(ErrorEntryLayout.ERROR_DATA_OFFSET, callerBuffer.address());
    return set(ErrorEntryLayout.ERROR_DATA_SIZE_OFFSET, callerBuffer.byteSize());
  }

  /** For providers: sets {@code op_context}. */
  public ErrorCompletion context(long context) {
    return set(ErrorEntryLayout.CONTEXT_OFFSET, context);
  }

  /** For providers: sets {@code flags}. */
  public ErrorCompletion flags(long flags) {
    return set(ErrorEntryLayout.FLAGS_OFFSET, flags);
  }

  /** For providers: sets {@code len}. */
  public ErrorCompletion length(long length) {
    return set(ErrorEntryLayout.LENGTH_OFFSET, length);
  }

  /** For providers: sets {@code buf}. */
  public ErrorCompletion buffer(long buffer) {
    return set(ErrorEntryLayout.BUFFER_OFFSET, buffer);
  }

  /** For providers: sets {@code data}. */
  public ErrorCompletion data(long data) {
    return set(ErrorEntryLayout.DATA_OFFSET, data);
  }

  /** For providers: sets {@code tag}. */
  public ErrorCompletion tag(long tag) {
    return set(ErrorEntryLayout.TAG_OFFSET, tag);
  }

  /** For providers: sets {@code olen}. */
  public ErrorCompletion overflowLength(long length) {
    return set(ErrorEntryLayout.OVERFLOW_LENGTH_OFFSET, length);
  }

  /** For providers: sets {@code err} and {@code prov_errno}. */
  public ErrorCompletion error(int error, int providerError) {
    segment.set(JAVA_INT, ErrorEntryLayout.ERROR_OFFSET, error);
    segment.set(JAVA_INT, ErrorEntryLayout.PROVIDER_ERROR_OFFSET, providerError);
    return this;
  }

  /** For providers: sets {@code src_addr}. */
  public ErrorCompletion source(long address) {
    return set(ErrorEntryLayout.SOURCE_OFFSET, address);
  }

  /**
   * For providers, once per entry, after the other fields: sets {@code err_data}.
   *
   * <p>With a caller's buffer as much as fits is copied there, {@code err_data} stays, and {@code
   * err_data_size} becomes the bytes copied (ER-016). Without one this object keeps a copy of all
   * (ER-017). The copy is the only allocation, and only when there is data.
   *
   * @param available the error data, of any memory; empty or NULL when there is none
   */
  public ErrorCompletion storeErrorData(MemorySegment available) {
    long room = callerBuffer.byteSize() == 0 ? Long.MAX_VALUE : callerBuffer.byteSize();
    long size = Math.min(room, available.byteSize());
    if (callerBuffer.byteSize() != 0) {
      MemorySegment.copy(available, 0, callerBuffer, 0, size);
    }
    errorData = size == 0 ? NO_DATA : copy(available.asSlice(0, size));
    return set(ErrorEntryLayout.ERROR_DATA_SIZE_OFFSET, size);
  }

  private static MemorySegment copy(MemorySegment source) {
    return MemorySegment.ofArray(source.toArray(JAVA_BYTE)).asReadOnly();
  }

  private ErrorCompletion set(int offset, long value) {
    segment.set(JAVA_LONG, offset, value);
    return this;
  }

  @Override
  public String toString() {
    return "ErrorCompletion[%s %d: %s, context=0x%x, flags=%s, length=%d+%d, providerError=%d]"
        .formatted(
            Errno.name(error()),
            error(),
            Errno.strerror(error()),
            context(),
            CompletionFlags.describe(flags()),
            length(),
            overflowLength(),
            providerError());
  }
}
