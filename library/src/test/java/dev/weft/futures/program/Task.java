package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.futures.Completion;
import dev.weft.futures.Failure;
import dev.weft.futures.OperationFailedException;
import dev.weft.futures.Success;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** An operation of a program. */
final class Task {
  enum Kind {
    SEND,
    RECEIVE,
    READ,
    WRITE
  }

  final long id;
  final int node;
  final Kind kind;

  /** The destination, or the only source. */
  final int peer;

  final long length;
  long tag;
  long ignore;
  boolean tagged;

  /** The remote memory of a read or write. */
  long key;

  long address;

  /** Null without a buffer. */
  final Room room;

  /** Null while the call waits for room. */
  CompletableFuture<Success> future;

  /** Null while it has to be pending. */
  Outcome expected;

  /** How other code has ended the future; null: not. */
  FuturesStep.End end;

  /** Whether its end was compared. */
  boolean compared;

  private final AtomicInteger ends = new AtomicInteger();
  private final AtomicInteger returns = new AtomicInteger();
  private final AtomicReference<String> problem = new AtomicReference<>();
  private CompletableFuture<Completion> returned;
  private FutureTask<CompletableFuture<Success>> call;
  private Thread caller;

  Task(long id, Kind kind, int node, int peer, long length, Room room) {
    this.id = id;
    this.kind = kind;
    this.node = node;
    this.peer = peer;
    this.length = length;
    this.room = room;
  }

  // The call.

  /** Calls on this thread, or on another one. */
  void call(Callable<CompletableFuture<Success>> post, boolean here) {
    call = new FutureTask<>(post);
    if (here) {
      call.run();
    } else {
      caller = Thread.ofVirtual().start(call);
    }
  }

  boolean hasReturned() {
    return call.isDone();
  }

  void interrupt() {
    if (caller != null) {
      caller.interrupt();
    }
  }

  /** What the call has thrown; null if it has returned a future, which is observed from now on. */
  Throwable thrown() {
    try {
      future = call.get();
      observe();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void observe() {
    var _ =
        future.whenComplete(
            (_, failure) -> {
              ends.incrementAndGet();
              boolean own = failure == null || failure instanceof OperationFailedException;
              if (own && end == null && isLent()) {
                problem.set("its future has ended before its buffer was free");
              }
            });
    if (room != null) {
      returned = room.buffer().returned();
      var _ =
          returned.whenComplete(
              (_, _) -> {
                returns.incrementAndGet();
                if (isLent()) {
                  problem.set("returned, but lent");
                }
              });
    }
  }

  /** Whether its buffer goes back to the pool at once, and may be lent again when it has ended. */
  boolean isGivenEarly() {
    return room != null && room.pooled() && kind == Kind.SEND;
  }

  private boolean isLent() {
    return room != null && !isGivenEarly() && room.buffer().isLent();
  }

  // The end.

  boolean hasEnded() {
    return ends.get() > 0 && (room == null || returns.get() > 0);
  }

  /** Whether its buffer, or its future if it has none, says that it has ended. */
  boolean isBack() {
    return room == null ? future.isDone() : returned.isDone();
  }

  /** Its completion; null if only the future could have told. */
  Completion completion() {
    if (room != null) {
      return returned.join();
    }
    if (end != null) {
      return null;
    }
    return future.isCompletedExceptionally() ? failureOfFuture() : future.join();
  }

  private Failure failureOfFuture() {
    Throwable cause = future.exceptionNow();
    assertTrue(cause instanceof OperationFailedException, () -> this + " has ended by " + cause);
    return ((OperationFailedException) cause).failure();
  }

  static int error(Completion completion) {
    return completion instanceof Failure failure ? failure.error() : 0;
  }

  boolean isCancelled() {
    return completion() != null && error(completion()) == Errno.ECANCELED;
  }

  private Object early() {
    return isBack() ? completion() : future;
  }

  /** Requires that nothing has ended it. */
  void requirePending() {
    assertEquals(end != null, future.isDone(), () -> this + " has ended early: " + early());
    if (room != null) {
      assertTrue(room.buffer().isLent(), () -> this + " is pending, but its buffer is free");
      assertFalse(returned.isDone(), () -> this + " has not returned its buffer");
    }
  }

  /** Requires that all that belongs to it has ended, and exactly once. */
  void requireEnded() {
    assertTrue(hasEnded(), () -> "has not ended: " + this);
    assertEquals(1, ends.get(), () -> "ends of the future of " + this);
    assertEquals(null, problem.get(), this::toString);
    if (room != null) {
      assertEquals(1, returns.get(), () -> "returns of the buffer of " + this);
      assertFalse(isLent(), () -> "still lent: " + this);
    }
    if (end == null && room != null) {
      Completion completion = completion();
      boolean same =
          completion instanceof Failure failure
              ? future.isCompletedExceptionally() && failure.equals(failureOfFuture())
              : !future.isCompletedExceptionally() && completion.equals(future.join());
      assertTrue(same, () -> this + " has ended as " + future + ", its buffer " + completion);
    }
  }

  boolean isReceive() {
    return kind == Kind.RECEIVE;
  }

  boolean isAccess() {
    return kind == Kind.READ || kind == Kind.WRITE;
  }

  @Override
  public String toString() {
    return "%s %d of node %d with %d, %d bytes".formatted(kind, id, node, peer, length);
  }
}
