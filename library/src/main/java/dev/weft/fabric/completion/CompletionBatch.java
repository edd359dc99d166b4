package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.weft.argument.Require;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fi_cq_*_entry[]}: room for the entries that one {@code fi_cq_read(3)} returns, in
 * exactly the layout of C (CQ-010 to CQ-012; {@link CompletionEntryLayout}).
 *
 * <p>A view on native memory: reading allocates nothing, and {@link #segment()} can be passed to C
 * unchanged. Entries beyond what the read returned keep their old contents (CQ-012). One thread at
 * a time may use a batch.
 */
public final class CompletionBatch {

  private final MemorySegment segment;
  private final CompletionFormat format;
  private final int stride;
  private final int capacity;

  private CompletionBatch(MemorySegment segment, CompletionFormat format, int capacity) {
    this.segment = segment;
    this.format = format;
    this.stride = format.stride();
    this.capacity = capacity;
  }

  /**
   * Room for {@code capacity} entries, zeroed.
   *
   * @param format the queue's; UNSPEC stands for {@link CompletionFormat#effective() CONTEXT}
   * @param capacity entries, 0 or more
   */
  public static CompletionBatch allocate(Arena arena, CompletionFormat format, int capacity) {
    CompletionFormat effective = Require.notNull("format", format).effective();
    Require.notNegative("capacity", capacity);
    long bytes = (long) capacity * effective.stride();
    MemorySegment segment = Require.notNull("arena", arena).allocate(bytes, JAVA_LONG.byteSize());
    return new CompletionBatch(segment, effective, capacity);
  }

  /**
   * A view on existing memory, with as many entries as fit.
   *
   * @param segment native and aligned to 8 bytes
   */
  public static CompletionBatch over(MemorySegment segment, CompletionFormat format) {
    CompletionFormat effective = Require.notNull("format", format).effective();
    Require.nativeMemory("segment", segment);
    if (segment.address() % JAVA_LONG.byteAlignment() != 0) {
      throw new IllegalArgumentException("segment=" + segment + ", allowed 8-byte aligned memory");
    }
    long capacity = segment.byteSize() / effective.stride();
    return new CompletionBatch(segment, effective, (int) Math.min(capacity, Integer.MAX_VALUE));
  }

  /** The format of the entries; never UNSPEC. */
  public CompletionFormat format() {
    return format;
  }

  /** Entries that fit. */
  public int capacity() {
    return capacity;
  }

  /** The memory; entry {@code i} starts at {@code i * format().stride()}. */
  public MemorySegment segment() {
    return segment;
  }

  /** {@code op_context}: the context that the operation was posted with (FL-011). */
  public long context(int index) {
    return field(index, CompletionEntryLayout.CONTEXT_OFFSET);
  }

  /**
   * {@code flags}: {@link CompletionFlags} of the operation.
   *
   * @throws IllegalStateException if the format is CONTEXT
   */
  public long flags(int index) {
    return field(index, CompletionEntryLayout.FLAGS_OFFSET);
  }

  /**
   * {@code len}: bytes received (FL-013).
   *
   * @throws IllegalStateException if the format is CONTEXT
   */
  public long length(int index) {
    return field(index, CompletionEntryLayout.LENGTH_OFFSET);
  }

  /**
   * {@code buf}: address of the message in a multi-receive buffer, else 0 (FL-017). Providers of
   * libfabric may give an address in the entries of other receives, too.
   *
   * @throws IllegalStateException unless the format is DATA or TAGGED
   */
  public long buffer(int index) {
    return field(index, CompletionEntryLayout.BUFFER_OFFSET);
  }

  /**
   * {@code data}: the peer's 64 bits, valid with {@link CompletionFlags#REMOTE_CQ_DATA} (FL-018).
   *
   * @throws IllegalStateException unless the format is DATA or TAGGED
   */
  public long data(int index) {
    return field(index, CompletionEntryLayout.DATA_OFFSET);
  }

  /**
   * {@code tag}: the sender's tag, of tagged receives (FL-019).
   *
   * @throws IllegalStateException unless the format is TAGGED
   */
  public long tag(int index) {
    return field(index, CompletionEntryLayout.TAG_OFFSET);
  }

  /** A format has a field exactly if the field starts inside the stride. */
  private long field(int index, int offset) {
    if (index < 0 || index >= capacity || offset >= stride) {
      throw misuse(index, offset);
    }
    return segment.get(JAVA_LONG_UNALIGNED, (long) index * stride + offset);
  }

  private RuntimeException misuse(int index, int offset) {
    if (offset >= stride) {
      String field = CompletionEntryLayout.fieldName(offset);
      return new IllegalStateException(
          "field=%s, but format=%s has only %s"
              .formatted(field, format, CompletionEntryLayout.fieldNames(stride)));
    }
    return new IndexOutOfBoundsException(
        "index=%d, allowed 0..%d (capacity=%d)".formatted(index, capacity - 1, capacity));
  }

  /** Every slot, also those that no read has filled; for debugging. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CompletionBatch[format=" + format);
    for (int index = 0; index < capacity; index++) {
      text.append("\n  ").append(index).append(": ").append(entryText(index));
    }
    return text.append(']').toString();
  }

  private String entryText(int index) {
    StringBuilder text = new StringBuilder();
    for (int offset = 0; offset < stride; offset += Long.BYTES) {
      long value = field(index, offset);
      String shown =
          offset == CompletionEntryLayout.FLAGS_OFFSET
              ? CompletionFlags.describe(value)
              : "0x" + Long.toHexString(value);
      text.append(offset == 0 ? "" : ", ");
      text.append(CompletionEntryLayout.fieldName(offset)).append('=').append(shown);
    }
    return text.toString();
  }
}
