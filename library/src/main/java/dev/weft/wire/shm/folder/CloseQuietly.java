package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cleans up resources and ignores failures. */
public final class CloseQuietly {
  private CloseQuietly() {}

  /** Closes a resource unless it is null. */
  public static void close(AutoCloseable resource) {
    try (resource) {
      // nothing to be done
    } catch (Exception nothingLeftToDo) {
      // already deleted, or cleaned up after the process ends
    }
  }

  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException nothingLeftToDo) {
      // retried by the next process that starts
    }
  }
}
