package dev.weft.software.fabric;

import dev.weft.completion.CompletionCounter;
import dev.weft.fabric.ControlCommand;
import dev.weft.fabric.Counter;
import dev.weft.fabric.CounterAttributes;
import dev.weft.fabric.CounterEvents;
import dev.weft.fabric.Errno;
import dev.weft.fabric.ObjectClass;
import dev.weft.software.EndpointMachine;
import dev.weft.wait.Deadline;
import dev.weft.wait.WaitCondition;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** {@code struct fid_cntr} on the core's counter: reads and waits drive progress. */
final class SoftwareCounter extends SoftwareObject implements Counter, NativelyWaitable {
  private final SoftwareDomain domain;
  private final WaitSupport waiting;
  private final CompletionCounter counter;
  private final BoundMachines machines = new BoundMachines();
  private final Change change = new Change();

  /** How much of the value the application has added or set itself. */
  private final AtomicLong adjustment = new AtomicLong();

  SoftwareCounter(SoftwareDomain domain, CounterAttributes attributes, Object context) {
    super(ObjectClass.CNTR, context);
    OpenChecks.flags("fi_cntr_open", attributes.flags(), 0);
    if (attributes.events() != CounterEvents.COMP) {
      throw OpenChecks.invalid("fi_cntr_open", "events=" + attributes.events(), "Allowed: COMP");
    }
    this.domain = domain;
    waiting = WaitSupport.open("fi_cntr_open", attributes.waitObject(), attributes.waitSet());
    waiting.join(change);
    counter = new CompletionCounter(waiting.notifier());
    domain.retain();
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
    adjustment.addAndGet(value);
    counter.add(value);
    return 0;
  }

  @Override
  public int set(long value) {
    requireOpen();
    adjustment.addAndGet(value - counter.value());
    counter.set(value);
    return 0;
  }

  @Override
  public int addErr(long value) {
    requireOpen();
    counter.addError(value);
    return 0;
  }

  @Override
  public int setErr(long value) {
    requireOpen();
    counter.setError(value);
    return 0;
  }

  @Override
  public int await(long threshold, int timeoutMillis) {
    requireOpen();
    if (!waiting.isBlocking()) {
      return -Errno.ENOSYS;
    }
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    return counter.await(threshold, deadline, this::progressBeforeSleep);
  }

  private void progressBeforeSleep() {
    if (waiting.sleeps()) {
      machines.progressAndArm();
    } else {
      machines.progress();
    }
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    return waiting.control(command);
  }

  @Override
  public int tryWait() {
    requireOpen();
    return waiting.tryWait(change);
  }

  SoftwareDomain domain() {
    return domain;
  }

  /** What operations have added, without what the application did: poll sets report this. */
  long traffic() {
    return counter.value() - adjustment.get();
  }

  CompletionCounter core() {
    return counter;
  }

  WaitSupport waiting() {
    return waiting;
  }

  void progress() {
    machines.progress();
  }

  /** An endpoint is bound to this counter. */
  void bound() {
    retain();
    waiting.memberAdded();
  }

  /** A bound endpoint is enabled: reads progress it from now on. */
  void enabled(EndpointMachine machine) {
    machines.add(machine);
    waiting.wake(); // frames may have come before, when whoever sleeps could not see them
  }

  /** A bound endpoint is closed; {@code machine} is null where it was never enabled. */
  void unbound(EndpointMachine machine) {
    machines.remove(machine);
    waiting.memberRemoved();
    letGo();
  }

  @Override
  void release() {
    waiting.leave(change);
    waiting.close();
    domain.letGo();
  }

  /**
   * That one of the two values is not the one that was last read: what a native waiter waits for.
   * Each read tells of its own value only, or a change of the other would go unseen.
   */
  private final class Change implements WaitCondition {
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
