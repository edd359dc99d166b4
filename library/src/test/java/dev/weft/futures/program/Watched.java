package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.futures.Failure;
import dev.weft.futures.OperationFailedException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A node that waits for the end of a peer. */
final class Watched {
  /** A peer that has left; over shm its end may be heard of after the call. */
  private static final Set<Integer> GONE = Set.of(Errno.EHOSTUNREACH, Errno.ECONNRESET);

  private final long id;
  private final int node;
  private final int peer;
  private final CompletableFuture<Failure> future;
  private Set<Integer> expected;
  private boolean cancelled;

  /** Whether its end was compared. */
  boolean compared;

  Watched(FuturesStep.Watch step, boolean isGone, CompletableFuture<Failure> future) {
    this.id = step.id();
    this.node = step.node();
    this.peer = step.peer();
    this.future = future;
    expected = isGone ? GONE : Set.of();
  }

  long id() {
    return id;
  }

  int node() {
    return node;
  }

  int peer() {
    return peer;
  }

  /** Its peer has left, or it has left itself. */
  void expect(boolean itself) {
    if (expected.isEmpty()) {
      expected = Set.of(itself ? Errno.ECANCELED : Errno.ECONNRESET);
    }
  }

  /** Cancels it, unless its end was compared. */
  void cancel() {
    if (!compared) {
      assertTrue(future.cancel(false), this::toString);
      cancelled = true;
    }
  }

  boolean isMissing() {
    return (!expected.isEmpty() || cancelled) && !future.isDone();
  }

  /** Compares its end if it has to be there. */
  void compare() {
    if (cancelled) {
      assertTrue(future.isCancelled(), this::toString);
    } else if (expected.isEmpty()) {
      assertFalse(future.isDone(), this::toString);
    } else {
      assertTrue(expected.contains(error()), () -> this + " has ended by " + error());
    }
    compared = cancelled || !expected.isEmpty();
  }

  private int error() {
    if (!future.isCompletedExceptionally()) {
      return future.join().error();
    }
    assertEquals(Set.of(Errno.ECANCELED), expected, () -> this + ": " + future.exceptionNow());
    return ((OperationFailedException) future.exceptionNow()).failure().error();
  }

  @Override
  public String toString() {
    return "watch %d of node %d for %d".formatted(id, node, peer);
  }
}
