package dev.weft.cli.soak;

import dev.weft.cli.process.WeftProcess;
import java.util.concurrent.TimeUnit;

/**
 * The life of one process as its survivor sees it.
 *
 * <pre>
 *   began ............. doomed, kill -9 ... gone |---- at most a second ----| nothing is under way
 * </pre>
 */
final class PeerLifetime {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final WeftProcess victim;
  private final long began = System.nanoTime();
  private volatile boolean doomed;
  private volatile long goneAt;

  /** With a process that knows where to find its survivor. */
  PeerLifetime(WeftProcess victim) {
    this.victim = victim;
  }

  /** The next line that the process says; null where it has died before. */
  String readLine() {
    return victim.readLine();
  }

  /** Whether the process is there, whatever it does. */
  boolean isVictimAlive() {
    return victim.isAlive();
  }

  /** {@code kill -9}. */
  void kill() {
    if (!victim.isAlive()) {
      throw new SoakFailure("a process ended before it was killed");
    }
    doomed = true;
    victim.kill();
    goneAt = System.nanoTime();
  }

  /** Whether the process is gone. */
  boolean isOver() {
    return goneAt != 0;
  }

  /** Nanoseconds since it began. */
  long age() {
    return System.nanoTime() - began;
  }

  /** Something has failed, as it may only towards a process that is being killed. */
  void requireDoomed(String what) {
    if (!doomed) {
      throw new SoakFailure(what + " failed, but the peer is alive");
    }
  }

  /** All has ended; how many nanoseconds after the process. */
  long settle() {
    long nanos = System.nanoTime() - goneAt;
    if (nanos > LIMIT_NANOS) {
      throw new SoakFailure(
          "operations were under way %d ms after the peer's end"
              .formatted(TimeUnit.NANOSECONDS.toMillis(nanos)));
    }
    return nanos;
  }
}
