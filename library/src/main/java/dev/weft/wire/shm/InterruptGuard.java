package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Lets an interrupted thread work on files. An interrupt closes the file channel that its thread
 * uses; it is to end the thread's next wait instead, so the work is done again without it.
 */
final class InterruptGuard {

  /** Work on files that can be done once more after a {@link ClosedByInterruptException}. */
  interface FileWork<T> {
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
