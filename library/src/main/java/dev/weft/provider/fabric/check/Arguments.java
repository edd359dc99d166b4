package dev.weft.provider.fabric.check;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/**
 * Checks arguments before a call has any effect. Messages have the form {@code name=value, allowed
 * ...}.
 */
public final class Arguments {
  /** The most entries of a queue or address vector. */
  public static final int MAX_ENTRIES = 1 << 24;

  /** Uses of registered memory that change it. */
  private static final long WRITING_ACCESS =
      AccessFlags.RECV | AccessFlags.READ | AccessFlags.REMOTE_WRITE;

  private static final long READING_ACCESS =
      AccessFlags.SEND | AccessFlags.WRITE | AccessFlags.REMOTE_READ;

  private Arguments() {}

  /**
   * Requires flags that the call knows.
   *
   * @param error the error number for others
   * @param describe gives the names of bits
   */
  public static void flags(
      int error,
      String call,
      String name,
      long flags,
      long allowed,
      LongFunction<String> describe) {
    if ((flags & ~allowed) != 0) {
      throw new FabricException(
          error, call, name + "=" + describe.apply(flags), "Allowed: " + describe.apply(allowed));
    }
  }

  /** Requires flags that a call which binds an object to another allows. */
  public static void bindFlags(String call, long flags, long allowed) {
    flags(Errno.EBADFLAGS, call, "flags", flags, allowed, BindFlags::describe);
  }

  /** Requires one of {@code FI_TRANSMIT} and {@code FI_RECV}. */
  public static void oneDirection(String call, long direction) {
    if (direction != BindFlags.TRANSMIT && direction != BindFlags.RECV) {
      throw new FabricException(
          Errno.EINVAL,
          call,
          "direction=" + BindFlags.describe(direction),
          "Allowed: one of FI_TRANSMIT and FI_RECV");
    }
  }

  /** Requires a buffer that any thread may use, at least {@code length} bytes long. */
  public static void buffer(MemorySegment buffer, long length) {
    if (buffer == null) {
      if (length != 0) {
        throw new IllegalArgumentException("buffer=null, allowed only with length=0");
      }
    } else if (length < 0 || length > buffer.byteSize()) {
      throw new IllegalArgumentException(
          "length=" + length + ", allowed 0.." + buffer.byteSize() + ", the buffer's size");
    } else {
      Require.forAllThreads("buffer", buffer);
    }
  }

  /** {@link #buffer}, and requires it to be writable. */
  public static void writableBuffer(MemorySegment buffer, long length) {
    buffer(buffer, length);
    if (buffer != null && buffer.isReadOnly()) {
      throw readOnly("buffer", buffer);
    }
  }

  /** Requires memory to register that any thread may use, writable if a use changes it. */
  public static void registered(MemorySegment buffer, long access) {
    buffer(Require.notNull("buffer", buffer), buffer.byteSize());
    if (buffer.isReadOnly() && (access & WRITING_ACCESS) != 0) {
      throw new FabricException(
          Errno.EACCES,
          "fi_mr_reg",
          "access=" + AccessFlags.describe(access) + ", but buffer=" + buffer + " is read-only",
          "Allowed for read-only memory: " + AccessFlags.describe(READING_ACCESS));
    }
  }

  /**
   * Requires memory that any thread may use, for all elements of an atomic operation.
   *
   * @param bytes those of the elements
   */
  public static void elements(String name, MemorySegment memory, long bytes) {
    if (memory == null ? bytes != 0 : bytes > memory.byteSize()) {
      String size = memory == null ? "null" : memory.byteSize() + " bytes";
      throw new IllegalArgumentException(
          name + "=" + size + ", allowed from " + bytes + " bytes up, those of the target's count");
    }
    if (memory != null) {
      Require.forAllThreads(name, memory);
    }
  }

  /** {@link #elements}, and requires the memory to be writable. */
  public static void writableElements(String name, MemorySegment memory, long bytes) {
    elements(name, memory, bytes);
    if (memory != null && memory.isReadOnly()) {
      throw readOnly(name, memory);
    }
  }

  private static IllegalArgumentException readOnly(String name, MemorySegment memory) {
    return new IllegalArgumentException(
        name + "=" + memory + " is read-only, allowed for receiving: writable memory");
  }

  public static void batch(
      CompletionBatch batch, int count, AddressBatch sources, CompletionFormat format) {
    if (count == 0) {
      return;
    }
    if (count < 0 || count > Require.notNull("batch", batch).capacity()) {
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
    if (sources != null && sources.capacity() < count) {
      throw new IllegalArgumentException(
          "sources.capacity()=" + sources.capacity() + ", allowed from count=" + count + " up");
    }
  }

  /** Requires a number of entries that an object may have. */
  public static void entries(String call, String name, long value) {
    if (value > MAX_ENTRIES) {
      throw new FabricException(
          Errno.EINVAL, call, name + "=" + value, "Allowed: 0.." + MAX_ENTRIES);
    }
  }

  /** Requires addresses, none of them null, and room for a handle of each unless it is null. */
  public static void addresses(byte[][] addresses, AddressBatch handlesOrNull) {
    Require.notNull("addresses", addresses);
    for (int i = 0; i < addresses.length; i++) {
      Require.notNull("addresses[" + i + "]", addresses[i]);
    }
    if (handlesOrNull != null && handlesOrNull.capacity() < addresses.length) {
      String seen = "handles.capacity()=" + handlesOrNull.capacity();
      throw new IllegalArgumentException(seen + ", allowed from " + addresses.length + " up");
    }
  }
}
