package dev.weft.ffm.fid;

import dev.weft.argument.Require;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.IoVector;
import dev.weft.provider.fabric.check.Arguments;
import java.lang.foreign.MemorySegment;

/** Checks arguments before C sees them. Messages have the form {@code name=value, allowed ...}. */
public final class Checks {
  private Checks() {}

  /** Requires an object of this provider. */
  public static <T> T own(String name, Object value, Class<T> type) {
    if (!type.isInstance(Require.notNull(name, value))) {
      throw new IllegalArgumentException(
          name + "=" + value + ", allowed: objects of this provider");
    }
    return type.cast(value);
  }

  /** The address of a buffer that any thread may use, at least {@code length} bytes long. */
  public static long buffer(MemorySegment buffer, long length) {
    Arguments.buffer(buffer, length);
    return buffer == null ? 0 : buffer.address();
  }

  /** {@link #buffer}, and requires it to be writable. */
  public static long writableBuffer(MemorySegment buffer, long length) {
    Arguments.writableBuffer(buffer, length);
    return buffer == null ? 0 : buffer.address();
  }

  /** Requires usable buffers. */
  public static void vector(IoVector vector, boolean writable) {
    int count = Require.notNull("vector", vector).count();
    for (int i = 0; i < count; i++) {
      if (writable) {
        writableBuffer(vector.segment(i), vector.length(i));
      } else {
        buffer(vector.segment(i), vector.length(i));
      }
    }
  }

  /** Requires room for {@code count} entries, which this thread can write. */
  public static void batch(
      CompletionBatch batch, int count, AddressBatch sources, CompletionFormat format) {
    Arguments.batch(batch, count, sources, format);
    if (count > 0) {
      Require.writable("batch.segment()", batch.segment());
      Require.writable("sources.segment()", sources == null ? null : sources.segment());
    }
  }
}
