package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads a queue, one thread at a time, and completes the futures of the operations. */
final class OperationReader {
  /** The longest wait of a thread for something that no completion tells. */
  static final int LOOK_MILLIS = 1_000;

  private static final int AT_ONCE = 64;

  private final PostGate gate = new PostGate();
  private final CompletionQueue queue;
  private final PendingOperations pending;
  private final Consumer<? super Completion> others;
  private final Completions completions;
  private final ReadingTurn turn = new ReadingTurn(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));

  OperationReader(
      CompletionQueue queue, PendingOperations pending, Consumer<? super Completion> othersOrNull) {
    this.queue = queue;
    this.pending = pending;
    this.others = othersOrNull == null ? OperationReader::refuse : othersOrNull;
    this.completions = Completions.of(queue, AT_ONCE);
  }

  private static void refuse(Completion completion) {
    throw new IllegalStateException(completion + " is of no operation that was submitted here");
  }

  /** The lock of the reading thread. */
  ReadingTurn turn() {
    return turn;
  }

  /** Where threads wait for room that completions free. */
  PostGate gate() {
    return gate;
  }

  /** {@link Operations#drive}. */
  int drive(int timeoutMillis) {
    return turn.tryEnter() ? readAndLeave(timeoutMillis) : 0;
  }

  private int readAndLeave(int timeoutMillis) {
    List<Ended> ended = new ArrayList<>();
    try {
      take(timeoutMillis, ended);
    } finally {
      if (!ended.isEmpty()) {
        gate.roomFreed();
      }
      turn.leave(); // before dependent actions run, which may drive too
      deliver(ended);
    }
    return ended.size();
  }

  /**
   * Reads completions; their operations are no longer pending, and their buffers are free. The
   * caller is the only reader.
   */
  private void take(int timeoutMillis, List<Ended> ended) {
    try (var poll = completions.startPoll(timeoutMillis)) {
      for (int i = 0; i < AT_ONCE && poll.next(); i++) {
        Operation operation = pending.remove(poll.context());
        ended.add(Ended.of(operation, poll.completion()));
      }
    }
  }

  private void deliver(List<Ended> ended) {
    for (Ended each : ended) {
      each.deliver();
      if (!each.isOfOthers()) {
        pending.completed(each.operation());
      }
    }
    passOn(ended.stream().filter(Ended::isOfOthers).map(Ended::completion).iterator());
  }

  /** Passes on each completion, even if the consumer throws at one before; then throws. */
  private void passOn(Iterator<Completion> rest) {
    while (rest.hasNext()) {
      try {
        others.accept(rest.next());
      } catch (RuntimeException | Error failure) {
        passOnAfter(failure, rest);
        throw failure;
      }
    }
  }

  private void passOnAfter(Throwable failure, Iterator<Completion> rest) {
    try {
      passOn(rest);
    } catch (RuntimeException | Error another) {
      if (!another.equals(failure)) {
        failure.addSuppressed(another);
      }
    }
  }

  /** Reads what is there, once other readers have removed their operations; how many. */
  int takeRest() {
    turn.enter(this::wakeReader);
    if (queue.isClosed()) {
      turn.leave();
      return 0;
    }
    return readAndLeave(0);
  }

  private void wakeReader() {
    if (!queue.isClosed()) {
      queue.signal();
    }
  }
}
