package dev.weft;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Holds the free file descriptors of a process, without any class of the Java runtime that a test
 * of their lack may be the first to use.
 */
public final class DescriptorHoard implements AutoCloseable {
  private final Deque<FileInputStream> held = new ArrayDeque<>();

  /** Takes all that are free. */
  public void take() {
    try {
      while (true) {
        held.push(new FileInputStream("/dev/null"));
      }
    } catch (IOException tooManyOpenFiles) {
      // as wanted
    }
  }

  /** Gives some back. */
  public void giveBack(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      held.pop().close();
    }
  }

  /** Gives all back. */
  @Override
  public void close() throws IOException {
    giveBack(held.size());
  }
}
