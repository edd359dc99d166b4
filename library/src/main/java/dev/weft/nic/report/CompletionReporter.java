package dev.weft.nic.report;

import static dev.weft.completion.CompletionFailure.NO_SOURCE;

import dev.weft.completion.CompletionCounter;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionWriter;
import dev.weft.wire.Link;

/** Reports the completions of one direction of an endpoint to its queue and its counter, if any. */
public class CompletionReporter {
  private final CompletionWriter queue;
  private final CompletionCounter counter;
  private final CompletionOrder order;

  public CompletionReporter(CompletionWriter queue, CompletionCounter counter) {
    this(queue, counter, null);
  }

  public CompletionReporter(
      CompletionWriter queue, CompletionCounter counter, CompletionOrder orderOrNull) {
    this.queue = queue;
    this.counter = counter;
    this.order = orderOrNull;
  }

  /** This reporter, or for a deferred operation a {@link DeferredTarget} in front of it. */
  public final CompletionReporter through(DeferredReport reportOrNull) {
    return reportOrNull == null ? this : new DeferredTarget(this, reportOrNull);
  }

  /**
   * {@link #through(DeferredReport)} for one operation to a peer. If completions are ordered, the
   * operation gets an entry in the order and must then end or be released.
   */
  public final CompletionReporter through(DeferredReport reportOrNull, Link linkOrNull) {
    CompletionReporter target = through(reportOrNull);
    return order == null || linkOrNull == null ? target : order.append(linkOrNull, target);
  }

  /** Fails an operation that was accepted but never posted; false if there is no room now. */
  public final boolean refuse(DeferredReport reportOrNull, long context, long flags, int error) {
    boolean reserved = reserve();
    if (reserved) {
      through(reportOrNull).failed(CompletionFailure.of(context, flags, error).build());
    }
    return reserved;
  }

  public final CompletionWriter queue() {
    return queue;
  }

  public boolean reserve() {
    return queue.reserve(1);
  }

  /** Reserves an entry for an event caused by a peer; it must be used or released at once. */
  public final boolean reserveUnposted() {
    return queue.reserveUnposted();
  }

  public void release() {
    queue.release(1);
  }

  /**
   * Reports a success of an operation posted here: writes an entry, or releases the reservation.
   */
  public void succeeded(boolean signaled, long context, long flags, long bytes) {
    if (signaled) {
      sent(context, flags);
    } else {
      release();
    }
    count(bytes);
  }

  void sent(long context, long flags) {
    queue.write(context, flags, 0, 0, 0, 0, NO_SOURCE);
  }

  public void received(
      long context, long flags, long length, long buffer, long data, long tag, long source) {
    queue.write(context, flags, length, buffer, data, tag, source);
  }

  public void failed(CompletionFailure failure) {
    queue.writeError(failure);
    countFailure();
  }

  final void countFailure() {
    if (counter != null) {
      counter.failed();
    }
  }

  /** Whether it counts with this counter. */
  final boolean counts(CompletionCounter wantedOrNull) {
    return counter != null && counter.equals(wantedOrNull);
  }

  /** Counts a successful operation that moved this many bytes of the user. */
  public void count(long bytes) {
    if (counter != null) {
      counter.succeeded(bytes);
    }
  }
}
