package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.futures.BufferPool;
import dev.weft.futures.Completion;
import dev.weft.futures.Failure;
import dev.weft.futures.Success;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Compares ended and pending operations with the model. */
final class Comparison {
  private final FutureCalls calls;
  private final Duration patience;
  private final FuturesModel model;
  private final List<FuturesStation> stations;

  Comparison(
      FutureCalls calls, FuturesModel model, List<FuturesStation> stations, Duration patience) {
    this.patience = patience;
    this.calls = calls;
    this.model = model;
    this.stations = stations;
  }

  /** Compares everything, except that a call that waits may have changed what is pending. */
  void compareAll(boolean waits) {
    for (Task task : model.tasks) {
      if (task.expected != null && !task.compared) {
        compare(task);
      } else if (task.expected == null && !waits) {
        task.requirePending();
      }
    }
    model.watches.stream().filter(watch -> !watch.compared).forEach(Watched::compare);
    for (int node = 0; node < stations.size(); node++) {
      if (!model.gone[node]) {
        compare(node, waits);
      }
    }
  }

  private void compare(int node, boolean waits) {
    FuturesStation station = stations.get(node);
    if (waits) {
      return;
    }
    assertEquals(model.pending(node).count(), station.operations.pending(), "pending");
    for (int key = 1; key <= FuturesModel.KEYS; key++) {
      byte[] found = station.memory.get(key - 1).toArray(ValueLayout.JAVA_BYTE);
      assertArrayEquals(model.memory[node][key - 1], found, "memory of node " + node);
    }
    long taken = model.uncompared(node).filter(Comparison::isPooled).count();
    assertEquals(FuturesStation.POOLED - taken, station.pool.available(), "free buffers");
  }

  /** Requires that nothing is pending where nothing should be. */
  void requireDrained() {
    for (int node = 0; node < stations.size(); node++) {
      boolean none = model.pending(node).findAny().isEmpty();
      assertEquals(none, drain(node, none ? patience : Duration.ZERO), "drained");
    }
  }

  private boolean drain(int node, Duration timeout) {
    try {
      return stations.get(node).operations.drain(timeout);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // One operation.

  private void compare(Task task) {
    task.compared = true;
    task.requireEnded();
    Completion completion = task.completion();
    if (task.end != null) {
      requireEnd(task);
    }
    if (completion != null) {
      int error = Task.error(completion);
      assertTrue(
          task.expected.allows(error),
          () -> "%s: %s, %s".formatted(task, completion, expected(task)));
      if (!task.expected.errors().isEmpty()) {
        compareFields(task, completion);
        compareContent(task, error);
      }
    }
    giveBack(task);
  }

  private static String expected(Task task) {
    return "allowed " + task.expected.errors();
  }

  private static void requireEnd(Task task) {
    CompletableFuture<Success> future = task.future;
    switch (task.end) {
      case CANCEL -> assertTrue(future.isCancelled(), task::toString);
      case COMPLETE -> assertNull(future.join(), task::toString);
      case FAIL -> assertInstanceOf(IllegalCallerException.class, future.exceptionNow());
      case TIMEOUT -> assertTrue(isTimedOut(future), task::toString);
    }
  }

  static boolean isTimedOut(CompletableFuture<Success> future) {
    return future.isCompletedExceptionally()
        && !future.isCancelled()
        && future.exceptionNow() instanceof TimeoutException;
  }

  private void compareFields(Task task, Completion completion) {
    Task message = task.expected.message();
    switch (completion) {
      case Success success -> {
        long flag =
            switch (task.kind) {
              case SEND -> CompletionFlags.SEND;
              case RECEIVE -> CompletionFlags.RECV;
              case READ -> CompletionFlags.READ;
              case WRITE -> CompletionFlags.WRITE;
            };
        assertTrue((success.flags() & flag) != 0, () -> "FL-001: " + task + ": " + success);
        if (message != null) {
          compareReceive(task, message, success);
        }
      }
      case Failure failure when failure.error() == Errno.ETRUNC && message != null ->
          assertEquals(
              message.length - task.room.bytes(), failure.overflow(), () -> "ER-012: " + task);
      case Failure _ -> {}
    }
  }

  private void compareReceive(Task task, Task message, Success success) {
    assertEquals(message.length, success.length(), () -> "length of " + task);
    assertEquals(stations.get(task.node).handles[message.node], success.source(), task::toString);
    if (task.tagged) {
      assertEquals(message.tag, success.tag(), () -> "tag of " + task);
    }
  }

  private static void compareContent(Task task, int error) {
    if (task.room == null || task.isGivenEarly() || !task.room.whole().scope().isAlive()) {
      return; // none, in use again, or closed with its domain
    }
    Task message = task.expected.message();
    if (message != null) {
      task.room.require(message.id, Math.min(message.length, task.room.bytes()));
    } else if (task.expected.bytes() != null) {
      task.room.require(task.expected.bytes());
    } else if (task.isReceive() || task.kind == Task.Kind.READ) {
      assertTrue(error != 0, task::toString);
      task.room.requireUntouched(0); // EP-046
    } else {
      task.room.require(task.id, task.length);
    }
  }

  // Giving back.

  private static boolean isPooled(Task task) {
    return task.room != null && task.room.pooled();
  }

  /** A buffer that was lent can be given back at once; it is free when its operation has ended. */
  void giveEarly(Task task) {
    if (task.isGivenEarly()) {
      give(task);
    }
  }

  private void giveBack(Task task) {
    if (isPooled(task) && !task.isGivenEarly()) {
      give(task);
    } else if (task.room != null && !task.room.pooled()) {
      task.room.buffer().close();
      assertThrows(IllegalStateException.class, task.room.buffer()::segment, "closed");
    }
  }

  private void give(Task task) {
    BufferPool pool = stations.get(task.node).pool;
    calls.give(pool, task.room.buffer());
    assertThrows(
        IllegalArgumentException.class, () -> pool.give(task.room.buffer()), "given back twice");
  }
}
