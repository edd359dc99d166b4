package dev.weft.provider.fabric.queue;

import dev.weft.completion.CompletionCounter;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.CounterEvents;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.trigger.ThresholdCounter;
import dev.weft.provider.fabric.wait.EventReport;
import dev.weft.provider.fabric.wait.QueueWait;
import dev.weft.wait.Deadline;
import dev.weft.wait.Readiness;
import java.util.concurrent.TimeUnit;

/** {@code struct fid_cntr} on the core's counter: reads and waits drive progress. */
public final class SoftwareCounter extends BindTarget implements Counter, ThresholdCounter {
  private final CompletionCounter counter;
  private final Change change = new Change();
  private final Runnable progress = this::progressBeforeSleep;

  /**
   * The part of the value that the application has added or set; changes together with the value.
   */
  private long adjustment;

  public SoftwareCounter(DomainServices domain, CounterAttributes attributes, Object context) {
    super(ObjectClass.CNTR, domain, support(attributes), context);
    counter = new CompletionCounter(waiting.notifier(), attributes.events() == CounterEvents.BYTES);
    waiting.join(this);
  }

  /** The counter if it belongs to this domain, else null. */
  public static SoftwareCounter of(DomainServices domain, Counter counter) {
    return counter instanceof SoftwareCounter own && own.domain().equals(domain) ? own : null;
  }

  private static QueueWait support(CounterAttributes attributes) {
    AttributeChecks.noFlags("fi_cntr_open", attributes.flags());
    return QueueWait.open(
        ObjectClass.CNTR, "fi_cntr_open", attributes.waitObject(), attributes.waitSet());
  }

  @Override
  public long read() {
    requireOpen();
    machines.progress();
    return change.seenValue(counter.value());
  }

  @Override
  public long readErr() {
    requireOpen();
    machines.progress();
    return change.seenErrors(counter.errorValue());
  }

  @Override
  public int add(long value) {
    requireOpen();
    synchronized (change) {
      counter.add(value);
      adjustment += value;
    }
    domain().work().start();
    return 0;
  }

  @Override
  public int set(long value) {
    requireOpen();
    synchronized (change) {
      adjustment += value - counter.set(value);
    }
    domain().work().start();
    return 0;
  }

  @Override
  public int addErr(long value) {
    requireOpen();
    counter.addError(value);
    domain().work().start();
    return 0;
  }

  @Override
  public int setErr(long value) {
    requireOpen();
    counter.setError(value);
    domain().work().start();
    return 0;
  }

  @Override
  public int await(long threshold, int timeoutMillis) {
    requireOpen();
    if (!waiting.isBlocking()) {
      return -Errno.ENOSYS;
    }
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    return counter.await(threshold, deadline, progress);
  }

  @Override
  public Readiness event() {
    return change;
  }

  /** The part of the value that operations have added; poll sets report this. */
  long traffic() {
    synchronized (change) {
      return counter.value() - adjustment;
    }
  }

  @Override
  public String details() {
    return "value=%d, errors=%d".formatted(counter.value(), counter.errorValue());
  }

  /** An action may have completed already while the thread that started it still releases this. */
  @Override
  protected void awaitDependents() {
    domain().work().awaitStarted();
  }

  @Override
  public EventReport newReport() {
    return new CounterReport(this);
  }

  @Override
  public CompletionCounter core() {
    return counter;
  }

  /**
   * The condition that one of the two values differs from its last read; native waiters wait for
   * it. Each read acknowledges its own value only, or a change of the other would be missed.
   */
  private final class Change implements Readiness {
    private volatile long seenValue;
    private volatile long seenErrors;

    long seenValue(long value) {
      seenValue = value;
      return value;
    }

    long seenErrors(long value) {
      seenErrors = value;
      return value;
    }

    @Override
    public boolean holds() {
      return counter.value() != seenValue || counter.errorValue() != seenErrors;
    }

    @Override
    public boolean advance() {
      progressBeforeSleep();
      return holds();
    }
  }
}
