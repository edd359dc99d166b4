package dev.weft.provider.fabric.trigger;

import dev.weft.fabric.message.DeferredWork;

/**
 * An action of a domain that starts once a counter has reached a threshold. Those of a counter
 * start in their natural order.
 */
public abstract class ThresholdAction implements Comparable<ThresholdAction> {
  /** What an object tells that does not close before the action has ended. */
  protected static final String KIND = "DEFERRED_WORK";

  private final ThresholdCounter counter;
  private final long threshold;
  private final boolean countsErrors;
  private long number;

  /** Whether it was due when its counter was set to another value. */
  private boolean reached;

  /**
   * @param countsErrors whether errors count as successes do
   */
  protected ThresholdAction(ThresholdCounter counter, long threshold, boolean countsErrors) {
    this.counter = counter;
    this.threshold = threshold;
    this.countsErrors = countsErrors;
  }

  final ThresholdCounter counter() {
    return counter;
  }

  final boolean isDue() {
    return reached || hasReached();
  }

  /** Called before its counter is set: it starts all the same if it is due now. */
  final void noteDue() {
    reached = isDue();
  }

  private boolean hasReached() {
    long successes = counter.core().value();
    long errors = countsErrors ? counter.core().errorValue() : 0;
    long events = successes + errors;
    boolean wraps = Long.compareUnsigned(events, successes) < 0;
    return wraps || Long.compareUnsigned(events, threshold) >= 0;
  }

  final boolean countsErrors() {
    return countsErrors;
  }

  /** Sets its number in the order of queueing. */
  final void number(long inOrder) {
    number = inOrder;
  }

  /** By threshold, then in the order of queueing. */
  @Override
  public final int compareTo(ThresholdAction other) {
    int order = Long.compareUnsigned(threshold, other.threshold);
    return order == 0 ? Long.compare(number, other.number) : order;
  }

  /** Starts it; true if it has started or failed permanently, false if it must be retried. */
  protected abstract boolean start();

  /** The counter that {@link #start} sets to a value; null if it sets none. */
  protected ThresholdCounter sets() {
    return null;
  }

  /** Asks for a wake-up of the endpoint's waiters when {@link #start} may find room. */
  protected void wantRoom() {}

  /** Whether it is an operation of this endpoint. */
  protected abstract boolean isOf(Object endpoint);

  /** Whether it is {@code FI_QUEUE_WORK}, and not a triggered operation. */
  protected boolean isDeferredWork() {
    return false;
  }

  /** Whether it is this deferred work. */
  protected boolean isFor(DeferredWork work) {
    return false;
  }

  /** Whether {@code fi_cancel} with this context cancels it. */
  protected boolean hasContext(long context) {
    return false;
  }

  /** Fails it with this error; false if its failure finds no room. */
  protected boolean fail(int error) {
    return false;
  }

  /** Keeps the objects that it needs open while it waits. */
  protected void retain() {
    counter.addDependent(KIND);
  }

  /** Reverses {@link #retain}. */
  protected void release() {
    counter.removeDependent(KIND);
  }
}
