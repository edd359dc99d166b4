package dev.weft.ffm.fid;

import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libfabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** {@code fi_cq_strerror(3)} and {@code fi_eq_strerror(3)}. */
public final class ErrorText {
  private static final long TEXT_BYTES = 512;

  private ErrorText() {}

  /**
   * The text of a provider error; as much as fits is copied into the buffer, zero-terminated.
   *
   * @param function of C
   * @param fid address of the queue
   * @param buffer may be null
   */
  public static String of(
      long function, long fid, int error, MemorySegment errorData, MemorySegment buffer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment room = arena.allocate(TEXT_BYTES);
      long data = nativeCopy(errorData, arena).address();
      long address = Downcalls.call(function, fid, error, data, room.address(), TEXT_BYTES - 1);
      String text = address == 0 ? "" : CMemory.text(address);
      copy(text, buffer);
      return text;
    }
  }

  /** The text of an error number, in place of that of a provider. */
  public static String ofNumber(int error, MemorySegment buffer) {
    String text = Libfabric.strerror(Math.abs(error));
    copy(text, buffer);
    return text;
  }

  private static MemorySegment nativeCopy(MemorySegment data, Arena arena) {
    return data == null || data.byteSize() == 0
        ? MemorySegment.NULL
        : arena.allocate(data.byteSize(), Long.BYTES).copyFrom(data);
  }

  private static void copy(String text, MemorySegment buffer) {
    if (buffer != null && buffer.byteSize() > 0) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      long length = Math.min(bytes.length, buffer.byteSize() - 1);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, buffer, 0, length);
      buffer.set(ValueLayout.JAVA_BYTE, length, (byte) 0);
    }
  }
}
