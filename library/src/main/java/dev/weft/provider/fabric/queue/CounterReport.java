package dev.weft.provider.fabric.queue;

import dev.weft.provider.fabric.wait.EventReport;

/** Reports a counter after each change by operations. */
final class CounterReport implements EventReport {
  private final SoftwareCounter counter;
  private long reportedTraffic;
  private long reportedErrors;

  CounterReport(SoftwareCounter counter) {
    this.counter = counter;
    take();
  }

  @Override
  public boolean holds() {
    return counter.traffic() != reportedTraffic || counter.core().errorValue() != reportedErrors;
  }

  @Override
  public boolean advance() {
    counter.event().advance();
    return holds();
  }

  @Override
  public boolean take() {
    long traffic = counter.traffic();
    long errors = counter.core().errorValue();
    boolean changed = traffic != reportedTraffic || errors != reportedErrors;
    reportedTraffic = traffic;
    reportedErrors = errors;
    return changed;
  }
}
