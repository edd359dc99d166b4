package dev.weft.futures;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads a queue, one thread at a time, and completes the futures of the operations. */
final class OperationReader {
  /** The longest wait of a thread for something that no completion tells. */
  static final int LOOK_MILLIS = 1_000;

  private static final int AT_ONCE = 64;

  private final PostGate gate = new PostGate();
  private final Endpoint endpoint;
  private final CompletionQueue queue;
  private final PendingOperations pending;
  private final Consumer<? super Completion> others;
  private final Completions completions;
  private final Cancels cancels;
  private volatile FabricException failure;

  /** Whether no other operations may read the queue. */
  private boolean readsQueue = true;

  private final ReadingTurn turn = new ReadingTurn(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));

  OperationReader(
      Endpoint endpoint,
      CompletionQueue queue,
      PendingOperations pending,
      Consumer<? super Completion> othersOrNull) {
    this.endpoint = endpoint;
    this.queue = queue;
    this.pending = pending;
    this.others = othersOrNull == null ? OperationReader::refuse : othersOrNull;
    this.completions = Completions.of(queue, AT_ONCE);
    this.cancels = new Cancels(endpoint, pending, this::wake);
    ReadQueues.add(queue);
  }

  private static void refuse(Completion completion) {
    throw new IllegalStateException(completion + " is of no operation that was submitted here");
  }

  /** The lock of the reading thread. */
  ReadingTurn turn() {
    return turn;
  }

  /** What cancels operations. */
  Cancels cancels() {
    return cancels;
  }

  /** Where threads wait for room that completions free. */
  PostGate gate() {
    return gate;
  }

  /** Why the queue cannot be read any more; null while it can. */
  FabricException failure() {
    return failure;
  }

  /** {@link Operations#drive}, while the endpoint is open. */
  int drive(int timeoutMillis) {
    EndedList ended = new EndedList(); // before the lock: the heap may be full
    Runnable taking = () -> take(timeoutMillis, ended);
    return turn.tryEnter() ? deliverAndLeave(taking, ended) : 0;
  }

  /**
   * Called once the endpoint is closed, so that no completion follows: delivers those that are
   * there, and fails all other operations. Waits for the thread that reads.
   */
  int finish() {
    EndedList ended = new EndedList();
    Runnable taking = () -> takeAll(ended);
    turn.enter(this::wake);
    return deliverAndLeave(taking, ended);
  }

  /** Lets other operations read the queue. The caller is the only reader. */
  private void leaveQueue() {
    if (readsQueue) {
      readsQueue = false;
      ReadQueues.remove(queue);
    }
  }

  private int deliverAndLeave(Runnable taking, EndedList ended) {
    try {
      taking.run();
    } finally {
      if (ended.size() > 0) {
        gate.roomFreed();
      }
      turn.leave(); // before dependent actions run, which may drive too
      deliver(ended);
    }
    return ended.size();
  }

  private void takeAll(EndedList ended) {
    int before;
    do {
      before = ended.size();
      take(0, ended);
    } while (ended.size() > before);
    endAll(ended);
    leaveQueue();
  }

  /** Ends all operations; the endpoint is closed. */
  private void endAll(EndedList ended) {
    int error = failure == null ? Errno.ECANCELED : failure.errno();
    for (long context : pending.contexts()) {
      ended.makeRoom();
      Ended each = Ended.withoutEntry(context, error, pending);
      if (!each.isOfOthers()) {
        ended.add(each);
      }
    }
  }

  /** Closes the endpoint, so that it uses no buffer any more, and ends all operations. */
  private void fail(FabricException unreadable, EndedList ended) {
    failure = unreadable;
    Closing.close(endpoint);
    endAll(ended);
  }

  /** Cancels what is to be cancelled, and reads completions. The caller is the only reader. */
  private void take(int timeoutMillis, EndedList ended) {
    cancels.carryOut();
    read(timeoutMillis, ended);
    if (ended.size() == 0 && cancels.carryOut()) {
      read(0, ended);
    }
  }

  /** Reads completions; their operations are no longer pending, and their buffers are free. */
  private void read(int timeoutMillis, EndedList ended) {
    try (var poll = completions.startPoll(timeoutMillis)) {
      for (int i = 0; i < AT_ONCE && poll.next(); i++) {
        keep(poll, ended);
      }
    } catch (FabricException unreadable) {
      fail(unreadable, ended);
    } catch (IllegalStateException refused) {
      if (!endpoint.isClosed()) { // else the queue was closed after it
        throw refused;
      }
    }
  }

  /** Keeps an entry; if the heap is full, the next read returns it once more. */
  private void keep(Completions.Poll poll, EndedList ended) {
    boolean kept = false;
    try {
      ended.makeRoom();
      ended.add(Ended.of(poll.completion(), pending));
      kept = true;
    } finally {
      if (!kept) {
        poll.repeat();
      }
    }
  }

  private void deliver(EndedList ended) {
    for (int i = 0; i < ended.size(); i++) {
      Ended each = ended.get(i);
      each.deliver();
      if (!each.isOfOthers()) {
        pending.completed(each.operation());
      }
    }
    passOn(ended.ofOthers());
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

  /** Waits until the thread that reads has freed the buffers of what it has read. */
  void awaitTurn() {
    turn.enter(this::wake);
    turn.leave();
  }

  /** Ends the wait of the thread that reads. */
  void wake() {
    try {
      queue.signal();
    } catch (IllegalStateException closed) {
      // no thread waits for it any more
    }
  }
}
