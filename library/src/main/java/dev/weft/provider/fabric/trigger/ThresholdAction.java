package dev.weft.provider.fabric.trigger;

import dev.weft.provider.fabric.EndpointState;
import dev.weft.provider.fabric.SoftwareCounter;

/** An action of a domain that starts once a counter has reached a threshold. */
abstract class ThresholdAction {
  private final SoftwareCounter counter;
  private final long threshold;
  private final boolean countsErrors;

  /**
   * @param countsErrors whether errors count as successes do
   */
  ThresholdAction(SoftwareCounter counter, long threshold, boolean countsErrors) {
    this.counter = counter;
    this.threshold = threshold;
    this.countsErrors = countsErrors;
  }

  final SoftwareCounter counter() {
    return counter;
  }

  final boolean isDue() {
    long errors = countsErrors ? counter.core().errorValue() : 0;
    return Long.compareUnsigned(counter.core().value() + errors, threshold) >= 0;
  }

  /** Whether it must start after the other one, which was queued later. */
  final boolean isAfter(ThresholdAction other) {
    return Long.compareUnsigned(threshold, other.threshold) > 0;
  }

  /** Starts it; true if it has started or failed permanently, false if it must be retried. */
  abstract boolean start();

  /** Whether it is an operation of this endpoint. */
  abstract boolean isOf(EndpointState endpoint);

  /** Keeps the objects that it needs open while it waits. */
  void retain() {
    counter.addDependent();
  }

  /** Reverses {@link #retain}. */
  void release() {
    counter.removeDependent();
  }
}
