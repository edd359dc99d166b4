package dev.weft.benchmarks.contenders;

import dev.weft.fabric.Errno;

/** The results of calls that post and read: anything but success and {@code -FI_EAGAIN} fails. */
public final class Results {
  private Results() {}

  /** Whether a call must be repeated. */
  public static boolean refused(int result) {
    check(result);
    return result < 0;
  }

  /** Fails unless the result is good or {@code -FI_EAGAIN}. */
  public static void check(int result) {
    if (result < 0 && result != -Errno.EAGAIN) {
      throw new IllegalStateException("result=" + result);
    }
  }
}
