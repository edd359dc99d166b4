package dev.weft.futures.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.futures.Failure;
import dev.weft.futures.OperationFailedException;
import dev.weft.futures.Success;
import dev.weft.program.LateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Posts operations, waits for what has to become of them, and compares it. */
final class Settling {
  private static final int ENDPOINT_SENDS = 256;
  private static final int ENDPOINT_RECEIVES = 512;
  private static final int QUEUE_ENTRIES = 1024;
  private static final long BYTES_UNDER_WAY = 32 * 1024;

  private final FuturesSetup setup;
  private final FutureCalls calls;
  private final FuturesModel model;
  private final List<FuturesStation> stations;
  private final Duration patience;
  private final Comparison comparison;

  /** The call of each node that waits for room; null if there is none. */
  private final Task[] waiting;

  private final boolean[] interrupted;

  Settling(
      FuturesSetup setup,
      FutureCalls calls,
      FuturesModel model,
      List<FuturesStation> stations,
      Duration patience) {
    this.setup = setup;
    this.calls = calls;
    this.model = model;
    this.stations = stations;
    this.patience = patience;
    waiting = new Task[setup.nodes()];
    interrupted = new boolean[setup.nodes()];
    comparison = new Comparison(calls, model, stations, patience);
  }

  // Posting.

  Task waiting(int node) {
    return waiting[node];
  }

  boolean hasWaitingSend(int peer) {
    return waits().anyMatch(task -> task.kind == Task.Kind.SEND && task.peer == peer);
  }

  boolean hasWaitingAccess(int peer) {
    return waits().anyMatch(task -> task.isAccess() && task.peer == peer);
  }

  private Stream<Task> waits() {
    return Stream.of(waiting).filter(Objects::nonNull);
  }

  /** Whether more bytes of a node are under way than a peer takes that is not driven. */
  boolean isBusy(int node) {
    long bytes = model.uncompared(node).mapToLong(task -> task.length).sum();
    return !setup.driven() && bytes > BYTES_UNDER_WAY;
  }

  /** Posts; where several threads may, the call may wait for room. */
  void post(Task task, Callable<CompletableFuture<Success>> call) {
    boolean may = mayWait(task);
    waiting[task.node] = task;
    interrupted[task.node] = false;
    task.call(call, !setup.isSafe());
    if (!may) {
      await(() -> task.hasReturned() ? null : "has not returned, though there is room: " + task);
    }
    enterReturned();
  }

  /** Whether a post is possible now: where only one thread may post, it must not wait. */
  boolean admits(int node, Task.Kind kind) {
    Task like = new Task(0, kind, node, node, 0, null);
    if (setup.isSafe()) {
      return true;
    }
    if (mayWait(like)) {
      settle(false);
    }
    return !mayWait(like);
  }

  private boolean mayWait(Task task) {
    List<Task> others = model.uncompared(task.node).toList();
    return !hasRoom(
        task,
        others.stream().filter(Task::isReceive).count(),
        others.stream().filter(other -> !other.isReceive()).count());
  }

  private boolean mustReturn(Task task) {
    List<Task> others = model.pending(task.node).toList();
    return hasRoom(
        task,
        others.stream().filter(Task::isReceive).count(),
        others.stream().filter(other -> !other.isReceive()).count());
  }

  private boolean hasRoom(Task task, long receives, long sends) {
    long watched = model.watched(task.node);
    return receives + sends + watched < limit(setup.entries(), QUEUE_ENTRIES)
        && (task.isReceive()
            ? receives + watched < limit(setup.receives(), ENDPOINT_RECEIVES)
            : sends < limit(setup.sends(), ENDPOINT_SENDS));
  }

  private static int limit(int wanted, int usual) {
    return wanted == 0 ? usual : wanted;
  }

  boolean hasRoomToWatch(int node) {
    Task like = new Task(0, Task.Kind.RECEIVE, node, node, 0, null);
    return !mayWait(like);
  }

  /** Tells the model of calls that have returned; whether there was one. */
  private boolean enterReturned() {
    boolean any = false;
    for (int node = 0; node < waiting.length; node++) {
      Task task = waiting[node];
      if (task != null && task.hasReturned()) {
        waiting[node] = null;
        any = true;
        enter(task);
      }
    }
    return any;
  }

  private void enter(Task task) {
    Throwable thrown = task.thrown();
    if (thrown != null) {
      boolean late = model.gone[task.node] && thrown instanceof IllegalStateException;
      assertTrue(late, () -> task + " throws " + thrown);
      boolean lent = task.room != null && task.room.buffer().isLent();
      assertTrue(!lent, () -> "lent after a call that has failed: " + task);
      return;
    }
    model.enter(task);
    if (model.gone[task.node]) {
      model.withdraw(task);
      task.expected = Outcome.ANY;
    } else if (interrupted[task.node] && isInterrupted(task)) {
      model.withdraw(task);
      task.expected = Outcome.of(Errno.EINTR);
    }
    comparison.giveEarly(task);
  }

  private static boolean isInterrupted(Task task) {
    return task.future.isCompletedExceptionally() && failure(task.future).error() == Errno.EINTR;
  }

  static Failure failure(CompletableFuture<Success> future) {
    return assertInstanceOf(OperationFailedException.class, future.exceptionNow()).failure();
  }

  /** Interrupts the call that waits. */
  void interrupt(int node) {
    Task task = waiting[node];
    if (task != null) {
      interrupted[node] = true;
      task.interrupt();
      await(() -> task.hasReturned() ? null : "was interrupted, but waits: " + task);
      enterReturned();
    }
  }

  /**
   * Interrupts calls that a close of this node lets post, or not, so that others see what they do.
   */
  void interruptBeside(int closing) {
    for (int node = 0; node < waiting.length; node++) {
      Task task = waiting[node];
      boolean alone = node == closing && task != null && (task.isReceive() || task.peer == node);
      if (!alone) {
        interrupt(node);
      }
    }
  }

  void interruptAll() {
    waits().forEach(Task::interrupt);
  }

  /** An operation that was posted, or null. */
  Task find(long id) {
    return model.tasks.stream().filter(task -> task.id == id).findFirst().orElse(null);
  }

  // Waiting.

  void drive(int node) {
    if (!setup.driven()) {
      stations.get(node).operations.drive(0);
    }
  }

  private void driveAll() {
    IntStream.range(0, stations.size()).forEach(this::drive);
  }

  /** Drives the nodes until nothing is missing. */
  void await(Supplier<String> missing) {
    long start = System.nanoTime();
    for (String lack = missing.get(); lack != null; lack = missing.get()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new LateException("after " + patience + ": " + lack);
      }
      driveAll();
      Thread.yield();
    }
  }

  /** Waits for all that has to end, and compares everything. */
  void settle(boolean drains) {
    do {
      await(this::missing);
      driveAll();
      driveAll();
    } while (enterReturned());
    boolean waits = waits().findAny().isPresent();
    comparison.compareAll(waits);
    if (drains && !waits) {
      comparison.requireDrained();
    }
  }

  private String missing() {
    enterReturned();
    model.match();
    return Stream.of(
            waits().filter(this::mustReturn).map(task -> "waits, though there is room: " + task),
            model.tasks.stream()
                .filter(task -> task.expected != null && !task.hasEnded())
                .map(task -> "has not ended: " + task),
            model.watches.stream()
                .filter(Watched::isMissing)
                .map(watch -> "has not ended: " + watch))
        .flatMap(all -> all)
        .findFirst()
        .orElse(null);
  }

  // Cancelling.

  /** Ends a future by other code, and tells the model what has become of the operation. */
  void cancel(Task task, FuturesStep.End end, boolean wantsRace) {
    boolean told = task.room != null; // else nothing tells how a cancelled operation has ended
    boolean raced = wantsRace && told && !model.mayBeCutToNothing(task);
    if (!raced) {
      settle(false);
    }
    boolean pending = task.expected == null && !raced;
    boolean done = !raced && !pending;
    FuturesStep.End before = task.end;
    task.end = end;
    boolean changed = end(task, end);
    task.end = changed ? end : before;
    if (!raced) {
      assertEquals(!done, changed, () -> "ended by other code: " + task);
    }
    boolean unread = !setup.driven() && waits().findAny().isEmpty();
    if (changed && pending && unread && end != FuturesStep.End.TIMEOUT) { // which drives
      requireLent(task);
    }
    if (changed) {
      await(
          () -> task.isBack() || task.room == null ? null : "was cancelled, but is lent: " + task);
      settleCancelled(task, pending);
    }
  }

  private static void requireLent(Task task) {
    if (task.room != null) {
      assertTrue(task.room.buffer().isLent(), () -> "free before its completion: " + task);
      assertThrows(IllegalStateException.class, task.room.buffer()::segment, task::toString);
    }
  }

  private void settleCancelled(Task task, boolean pending) {
    if (task.isCancelled()) {
      model.withdraw(task);
    } else {
      assertTrue(!pending, () -> "was pending when it was cancelled: " + task);
    }
  }

  private boolean end(Task task, FuturesStep.End end) {
    return switch (end) {
      case CANCEL -> calls.cancel(task.future);
      case FAIL -> task.future.completeExceptionally(new IllegalCallerException("on purpose"));
      case COMPLETE -> task.future.complete(null);
      case TIMEOUT -> timesOut(task);
    };
  }

  private boolean timesOut(Task task) {
    var _ = task.future.orTimeout(1, TimeUnit.NANOSECONDS);
    await(() -> task.future.isDone() ? null : "has not timed out: " + task);
    return Comparison.isTimedOut(task.future);
  }

  /** Operations that are pending, or whose calls wait. */
  List<Task> left() {
    List<Task> left = new ArrayList<>(waits().toList());
    model.tasks.stream().filter(task -> task.expected == null).forEach(left::add);
    return left;
  }
}
