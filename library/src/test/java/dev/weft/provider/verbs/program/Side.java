package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Request.Receipt;
import dev.weft.verbs.completion.CompletionStatus;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** The model of a queue pair: its queues, and the completions that must come. */
final class Side {
  private static final Set<Integer> FLUSHED = Set.of(CompletionStatus.WR_FLUSH_ERR);

  /** Whether it works; {@code HALF} if only its sends have failed (VQ-45). */
  enum State {
    READY,
    HALF,
    FAILED
  }

  /** The queues of a queue pair that is to be created, and its receives if it shares them. */
  record Maker(Queue sends, Queue receives, Deque<Receipt> shared, boolean isDatagram) {
    Side make(int pair) {
      return new Side(pair, this);
    }
  }

  final int pair;
  final boolean sharesReceives;
  final boolean isDatagram;
  final Deque<Receipt> receives;
  final Completions sent;
  final Completions received;

  /** Requests that have not been executed: the first one waits for a receive. */
  final Deque<Request> waiting = new ArrayDeque<>();

  /** Executed unsignaled requests, which keep their places (VQ-10). */
  final Deque<Request> held = new ArrayDeque<>();

  private int mostPlaces;

  /** Places of executed unsignaled requests behind which nothing has completed (VQ-10). */
  private int stuck;

  State state = State.READY;

  /** Whether it is in SQD: requests wait (VQ-44). */
  boolean paused;

  /** Whether a message has been lost, so that nothing is known of receives that are posted now. */
  boolean blind;

  Side peer;

  private Side(int pair, Maker maker) {
    this.pair = pair;
    sharesReceives = maker.shared() != null;
    isDatagram = maker.isDatagram();
    receives = sharesReceives ? maker.shared() : new ArrayDeque<>();
    sent = new Completions(maker.sends());
    received = new Completions(maker.receives());
  }

  boolean isReady() {
    return state == State.READY;
  }

  /** Whether all requests are certainly done. */
  boolean isIdle() {
    return held.isEmpty() && waiting.isEmpty();
  }

  /** Whether it executes its requests. */
  boolean isRunning() {
    return isReady() && !paused;
  }

  boolean takesMessages() {
    return state != State.FAILED;
  }

  int places() {
    return waiting.size() + held.size() + stuck;
  }

  /** To be called when all that must complete has: the number of places is known. */
  void settle() {
    mostPlaces = places();
  }

  /** The places that may be in use. */
  int mostPlaces() {
    return mostPlaces;
  }

  /** The completions that may come of what was posted. */
  int pendingSends() {
    return places() + sent.size();
  }

  int pendingReceives() {
    return receives.size() + received.size();
  }

  void complete(Request request) {
    if (request.signaled()) {
      int bytes = request.operation().isFetch() ? request.bytes() : Expectation.ANY;
      sent.add(Expectation.success(request.wrId(), request.opcode(), bytes, pair), false);
      held.clear();
    } else {
      held.add(request);
    }
  }

  /** A request fails by itself: those before it are done (VQ-09), it completes (VQ-08). */
  void fail(Request request, Set<Integer> statuses) {
    held.clear();
    stuck = 0;
    sent.add(Expectation.failed(request.wrId(), statuses, pair, false), true);
  }

  /** A receive fails. */
  void fail(Receipt receipt, Set<Integer> statuses) {
    received.add(Expectation.failed(receipt.wrId(), statuses, pair, false), true);
  }

  /**
   * All sends flush (VQ-15, VQ-16); of executed ones nobody knows whether the peer's answer came.
   */
  void flushSends() {
    stuck = held.size();
    doubtWindows(held);
    doubtWindows(waiting);
    held.forEach(each -> sent.add(Expectation.failed(each.wrId(), FLUSHED, pair, true), true));
    held.clear();
    waiting.forEach(each -> fail(each, FLUSHED));
    waiting.clear();
  }

  /** A local request may be executed while one before it has no answer: nobody knows. */
  private static void doubtWindows(Collection<Request> requests) {
    requests.stream()
        .filter(each -> each.operation().isLocal())
        .forEach(each -> each.use().window().doubt());
  }

  /** Back in RTS. */
  void resume() {
    paused = false;
    state = State.READY;
  }

  /** The error state: everything flushes, except shared receives (VQ-17). */
  void flush() {
    state = State.FAILED;
    paused = false;
    flushSends();
    if (!sharesReceives) {
      receives.forEach(each -> fail(each, FLUSHED));
      receives.clear();
    }
  }

  /** RESET: nothing completes (VQ-18), but what failed meanwhile may have (VA-10). */
  void reset(Set<Integer> statuses) {
    held.addAll(waiting);
    doubtWindows(held);
    held.forEach(each -> sent.add(Expectation.failed(each.wrId(), statuses, pair, true), true));
    waiting.clear();
    held.clear();
    if (!sharesReceives) {
      receives.clear();
    }
    resume();
    stuck = 0;
    blind = false;
  }

  void post(Receipt receipt) {
    if (state == State.FAILED && !sharesReceives) {
      fail(receipt, FLUSHED);
    } else {
      receives.add(receipt);
    }
  }

  void post(Request request) {
    mostPlaces++;
    if (isReady()) {
      waiting.add(request);
    } else {
      doubtWindows(List.of(request));
      fail(request, FLUSHED);
    }
  }
}
