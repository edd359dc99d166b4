package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cleaning up, where a failure changes nothing. */
final class CloseQuietly {
  private CloseQuietly() {}

  /** Closes a resource, or nothing where it is null. */
  static void close(AutoCloseable resource) {
    try (resource) {
      // closed at once
    } catch (Exception nothingLeftToDo) {
      // it is gone, or will be when the process is
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException nothingLeftToDo) {
      // whoever starts next tries again
    }
  }
}
