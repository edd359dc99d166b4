package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Cuts files that others have mapped. */
public final class CutFile {
  private CutFile() {}

  /** Leaves this many bytes. */
  public static void to(Path path, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }
}
