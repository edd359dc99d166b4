package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * The library that a function of a device belongs to, such as {@code librxe-rdmav34.so}.
 *
 * @param file the name of its file; empty if it is not known
 */
record Driver(String file) {
  /** {@code Dl_info}: four words, of which the first is the path of the file. */
  private static final int INFO_WORDS = 4;

  private static final long FIND = Libc.function("dladdr");

  /** The driver of the function at this address. */
  static Driver of(long function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(ValueLayout.JAVA_LONG, INFO_WORDS);
      boolean found = (int) Downcalls.call(FIND, function, info.address()) != 0;
      String path = found ? CMemory.text(info.get(ValueLayout.JAVA_LONG, 0)) : null;
      return new Driver(path == null ? "" : Path.of(path).getFileName().toString());
    }
  }

  /**
   * Whether {@code next_poll} ends the batch where it finds nothing, and {@code end_poll} after it
   * skips a completion, as rxe does. Others keep the batch open until its end.
   */
  boolean endsBatchWithLast() {
    return file.startsWith("librxe");
  }
}
