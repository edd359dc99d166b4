package dev.weft.ffm.object;

import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.IoVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Checks arguments before C sees them. Messages have the form {@code name=value, allowed ...}. */
final class Checks {
  private static final Thread SOME_OTHER_THREAD = Thread.ofPlatform().unstarted(() -> {});

  private Checks() {}

  static <T> T notNull(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + "=null, a value is required");
    }
    return value;
  }

  /** Requires an object of this provider. */
  static <T> T own(String name, Object value, Class<T> type) {
    if (!type.isInstance(notNull(name, value))) {
      throw new IllegalArgumentException(
          name + "=" + value + ", allowed: objects of this provider");
    }
    return type.cast(value);
  }

  /** The address of a buffer that any thread may use, at least {@code length} bytes long. */
  static long buffer(MemorySegment buffer, long length) {
    if (buffer == null) {
      if (length != 0) {
        throw new IllegalArgumentException("buffer=null, allowed only with length=0");
      }
      return 0;
    }
    if (length < 0 || length > buffer.byteSize()) {
      throw new IllegalArgumentException(
          "length=" + length + ", allowed 0.." + buffer.byteSize() + ", the buffer's size");
    }
    if (!buffer.isNative()
        || !buffer.isAccessibleBy(SOME_OTHER_THREAD)
        || !buffer.scope().isAlive()) {
      throw unusable(buffer);
    }
    return buffer.address();
  }

  /** {@link #buffer}, and requires it to be writable. */
  static long writableBuffer(MemorySegment buffer, long length) {
    if (buffer != null && buffer.isReadOnly()) {
      throw new IllegalArgumentException(
          "buffer=" + buffer + " is read-only, allowed for receiving: writable memory");
    }
    return buffer(buffer, length);
  }

  private static IllegalArgumentException unusable(MemorySegment buffer) {
    String reason = " is closed";
    if (!buffer.isNative()) {
      reason = " lies on the heap";
    } else if (!buffer.isAccessibleBy(SOME_OTHER_THREAD)) {
      reason = " is confined to one thread";
    }
    return new IllegalArgumentException(
        "buffer="
            + buffer
            + reason
            + ", allowed: open native memory that any thread may use, as Domain.allocate,"
            + " Arena.ofShared() and Arena.ofAuto() give it");
  }

  /** Requires usable buffers. */
  static void vector(IoVector vector, boolean writable) {
    int count = notNull("vector", vector).count();
    for (int i = 0; i < count; i++) {
      if (writable) {
        writableBuffer(vector.segment(i), vector.length(i));
      } else {
        buffer(vector.segment(i), vector.length(i));
      }
    }
  }

  /** Requires room for {@code count} entries, which this thread can write. */
  static void batch(
      CompletionBatch batch, int count, AddressBatch sources, CompletionFormat format) {
    if (count == 0) {
      return;
    }
    if (count < 0 || count > notNull("batch", batch).capacity()) {
      throw new IllegalArgumentException(
          "count="
              + count
              + ", allowed 0.."
              + (batch == null ? 0 : batch.capacity())
              + ", the batch's capacity");
    }
    if (batch.format() != format) {
      throw new IllegalArgumentException(
          "batch.format()=" + batch.format() + ", the queue's is " + format);
    }
    writable("batch.segment()", batch.segment());
    if (sources != null) {
      if (sources.capacity() < count) {
        throw new IllegalArgumentException(
            "sources.capacity()=" + sources.capacity() + ", allowed from count=" + count + " up");
      }
      writable("sources.segment()", sources.segment());
    }
  }

  /** Requires memory that this thread can write to. */
  static void writable(String name, MemorySegment memory) {
    try {
      memory.set(ValueLayout.JAVA_BYTE, 0, memory.get(ValueLayout.JAVA_BYTE, 0));
    } catch (RuntimeException failure) {
      throw explained(name, memory, failure);
    }
  }

  private static RuntimeException explained(
      String name, MemorySegment memory, RuntimeException failure) {
    if (!memory.scope().isAlive()) {
      return new IllegalStateException(name + "=" + memory + " is closed, allowed: open memory");
    }
    if (memory.isReadOnly()) {
      return new IllegalArgumentException(
          name + "=" + memory + " is read-only, allowed: writable memory");
    }
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      return new IllegalArgumentException(
          name + "=" + memory + " is confined to another thread, allowed: memory of this thread");
    }
    return failure;
  }
}
