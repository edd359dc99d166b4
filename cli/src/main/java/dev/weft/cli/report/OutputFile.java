package dev.weft.cli.report;

import dev.weft.cli.process.Shutdown;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a command writes: checked before it begins. */
public final class OutputFile {
  private OutputFile() {}

  /** Why this file cannot be written, as far as can be checked before; empty if it can. */
  public static String refusal(Path file) {
    if (Files.isDirectory(file)) {
      return " is a folder";
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return " is in no folder that exists";
    }
    return Files.isWritable(Files.exists(file) ? file : folder) ? "" : " cannot be written";
  }

  /**
   * Writes the whole text; a termination of this process waits for it.
   *
   * @throws FileSystemException names the file, as the exceptions of a full device do not
   */
  public static void write(Path file, String text) throws IOException {
    IOException failure = Shutdown.delaying(() -> failureOfWriting(file, text));
    if (failure instanceof FileSystemException named) {
      throw named;
    }
    if (failure != null) {
      FileSystemException named =
          new FileSystemException(file.toString(), null, failure.getMessage());
      named.initCause(failure);
      throw named;
    }
  }

  /** Null if there is none. */
  private static IOException failureOfWriting(Path file, String text) {
    try {
      Files.writeString(file, text);
      return null;
    } catch (IOException failure) {
      return failure;
    }
  }
}
