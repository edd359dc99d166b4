package dev.weft.cli.soak.kill;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.SoakFailure;
import java.util.concurrent.TimeUnit;

/**
 * The lifetime of one peer process as observed by its survivor.
 *
 * <pre>
 *   began ............. doomed, kill -9 ... gone |---- at most a second ----| nothing is in flight
 * </pre>
 */
final class PeerLifetime {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final WeftProcess victim;
  private final long began = System.nanoTime();
  private volatile boolean doomed;
  private volatile long goneAt;

  /** Begins with a process that knows the survivor's address. */
  PeerLifetime(WeftProcess victim) {
    this.victim = victim;
  }

  /** The process's next line of output; null if it has died. */
  String readLine() {
    return victim.readLine();
  }

  /** Whether the process exists. */
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

  /** Whether the process has died. */
  boolean isOver() {
    return goneAt != 0;
  }

  /** Nanoseconds since the beginning. */
  long age() {
    return System.nanoTime() - began;
  }

  /** Requires that the process is being killed, because an operation failed. */
  void requireDoomed(String what) {
    if (!doomed) {
      throw new SoakFailure(what + " failed, but the peer is alive");
    }
  }

  /** All operations have ended; returns how many nanoseconds after the process. */
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
