package dev.weft.conformance.verbs.queuepair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Mapped memory whose file was truncated, so that any access faults. */
final class CutMemory {
  static final int BYTES = 8192;

  private CutMemory() {}

  /** Maps a file and truncates it. */
  static MemorySegment map() {
    try {
      Path file = Files.createTempFile("weft-cut", null);
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE)) {
        MemorySegment memory =
            channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
        channel.truncate(0);
        return memory;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
