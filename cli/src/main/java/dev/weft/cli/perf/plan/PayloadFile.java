package dev.weft.cli.perf.plan;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that {@link PerfTest#FILE} sends. */
public final class PayloadFile {
  private PayloadFile() {}

  /** Why this file cannot be sent, as far as can be checked before; empty if it can. */
  public static String refusal(Path path) {
    if (!Files.exists(path)) {
      return " cannot be read (no such file)";
    }
    if (!Files.isRegularFile(path)) {
      return Files.isDirectory(path) ? " is a folder" : " is no regular file";
    }
    if (!Files.isReadable(path)) {
      return " cannot be read";
    }
    return path.toFile().length() == 0 ? " is empty; there is nothing to send" : "";
  }

  /**
   * Maps its bytes.
   *
   * @throws PerfFailure if the file cannot be read or is empty
   */
  public static MemorySegment map(Path path) {
    String refusal = refusal(path);
    if (!refusal.isEmpty()) {
      throw new PerfFailure("The payload " + path + refusal + ".");
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    } catch (IOException e) {
      throw new PerfFailure("The payload " + path + " cannot be read (" + e.getMessage() + ").", e);
    }
  }
}
