package dev.weft.cli.report;

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
   * Writes the whole text.
   *
   * @throws FileSystemException names the file, as the exceptions of a full device do not
   */
  public static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (FileSystemException named) {
      throw named;
    } catch (IOException failure) {
      FileSystemException named =
          new FileSystemException(file.toString(), null, failure.getMessage());
      named.initCause(failure);
      throw named;
    }
  }
}
