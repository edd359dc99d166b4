package dev.weft.conformance.verbs.queuepair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/** Mapped memory. Once its file is truncated, any access to it by the processor faults. */
final class CutMemory {
  static final int BYTES = 8192;

  private final FileChannel file;
  private final MemorySegment memory;

  private CutMemory(FileChannel file) throws IOException {
    this.file = file;
    memory = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
  }

  /** Maps a file. */
  static CutMemory map() {
    try {
      return new CutMemory(
          FileChannel.open(
              Files.createTempFile("weft-cut", null),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  MemorySegment memory() {
    return memory;
  }

  /** Truncates the file, which has no other use. */
  void cut() {
    try (file) {
      file.truncate(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
