package dev.weft.cli.perf.port;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes what was opened if a later step fails, the last one first.
 *
 * <pre>{@code
 * try (Opening opening = new Opening()) {
 *   first = open();
 *   opening.ifFailed(first::close);
 *   second = openOn(first);
 *   opening.done();
 * }
 * }</pre>
 */
public final class Opening implements AutoCloseable {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  /** Has this run if a later step fails. */
  public void ifFailed(Runnable close) {
    steps.push(close);
  }

  /** All is open: nothing is closed. */
  public void done() {
    steps.clear();
  }

  @Override
  public void close() {
    if (!steps.isEmpty()) {
      try {
        steps.pop().run();
      } finally {
        close();
      }
    }
  }
}
