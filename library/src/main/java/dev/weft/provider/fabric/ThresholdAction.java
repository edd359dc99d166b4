package dev.weft.provider.fabric;

/** Something that a domain does once a counter has reached a threshold. */
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

  /** Whether it must start after the other, which was queued later. */
  final boolean isAfter(ThresholdAction other) {
    return Long.compareUnsigned(threshold, other.threshold) > 0;
  }

  /** True once it has started, or has failed for good; false where it must be tried again. */
  abstract boolean start();

  /** Whether this endpoint would do it. */
  abstract boolean isOf(EndpointState endpoint);

  /** While it waits, what it needs cannot be closed. */
  void retain() {
    counter.addDependent();
  }

  /** It does not wait any more. */
  void release() {
    counter.removeDependent();
  }
}
