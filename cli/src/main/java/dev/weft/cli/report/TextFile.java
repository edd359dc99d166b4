package dev.weft.cli.report;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file that the user has named. */
public final class TextFile {
  private TextFile() {}

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
