package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs file operations on interrupted threads. An interrupt closes the file channel in use, but is
 * meant to end the thread's next wait; so the work is repeated with the interrupt status cleared.
 */
public final class InterruptGuard {

  /** A file operation that can be repeated after a {@link ClosedByInterruptException}. */
  public interface FileWork<T> {
    T run() throws IOException;
  }

  private InterruptGuard() {}

  static <T> T deferred(FileWork<T> work) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return work.run();
        } catch (ClosedByInterruptException e) {
          interrupted = Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
