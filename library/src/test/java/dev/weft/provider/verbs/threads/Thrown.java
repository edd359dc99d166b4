package dev.weft.provider.verbs.threads;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What is thrown on threads. */
final class Thrown {
  private static final int MILLIS = 20;

  private Thrown() {}

  static String text(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  /** Waits a little for a thread to end. */
  static void join(Thread thread) {
    try {
      thread.join(MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
