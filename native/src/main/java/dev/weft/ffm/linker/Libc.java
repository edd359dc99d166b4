package dev.weft.ffm.linker;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;

/** The functions of the C library that this module calls. */
public final class Libc {
  private static final SymbolLookup SYMBOLS = Linker.nativeLinker().defaultLookup();
  private static final long CALLOC = function("calloc");
  private static final long USABLE_SIZE = function("malloc_usable_size");

  private Libc() {}

  /** The address of the function of this name. */
  public static long function(String name) {
    return SYMBOLS
        .find(name)
        .map(MemorySegment::address)
        .orElseThrow(() -> new IllegalStateException("the C library has no function " + name));
  }

  /** {@code calloc(3)}: the address of {@code bytes} zeroed bytes, which {@code free} frees. */
  public static long allocate(long bytes) {
    long address = Downcalls.call(CALLOC, 1, bytes);
    if (address == 0) {
      throw new OutOfMemoryError("calloc of " + bytes + " bytes");
    }
    return address;
  }

  /**
   * A copy of {@code bytes} in memory of {@link #allocate}, with a zero behind, because shm reads
   * addresses as text; NULL for null.
   */
  public static long copy(byte[] bytes) {
    if (bytes == null) {
      return 0;
    }
    long address = allocate(bytes.length + 1L);
    MemorySegment.copy(
        MemorySegment.ofArray(bytes), 0, CMemory.at(address, bytes.length), 0, bytes.length);
    return address;
  }

  /** {@code strdup(3)}: a zero-terminated copy in memory of {@link #allocate}; NULL for null. */
  public static long copy(String text) {
    return text == null ? 0 : copy(text.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code malloc_usable_size(3)}: bytes, at least those that were asked for. */
  static long usableSize(long address) {
    return Downcalls.call(USABLE_SIZE, address);
  }
}
