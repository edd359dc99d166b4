package dev.weft.provider.fabric;

import dev.weft.fabric.ControlCommand;
import dev.weft.fabric.ObjectClass;
import dev.weft.nic.endpoint.EndpointMachine;

/**
 * What endpoints report to, a queue or a counter: the endpoints that are bound, whose progress its
 * reads drive, and the wait object on which threads sleep until there is something to read.
 */
abstract class BindTarget extends SoftwareObject implements Selectable {
  final QueueWait waiting;
  final ProgressList machines;
  private final SoftwareDomain domain;

  BindTarget(ObjectClass objectClass, SoftwareDomain domain, QueueWait waiting, Object context) {
    super(objectClass, context);
    this.domain = domain;
    this.machines = new ProgressList(domain.work());
    this.waiting = waiting;
    domain.addDependent();
  }

  final SoftwareDomain domain() {
    return domain;
  }

  @Override
  public final QueueWait waiting() {
    return waiting;
  }

  @Override
  public final void progress() {
    machines.progress();
  }

  /** {@link #progress} by a thread that will sleep where there is nothing to read. */
  final void progressBeforeSleep() {
    if (waiting.sleeps()) {
      machines.progressAndArm();
    } else {
      machines.progress();
    }
  }

  @Override
  public final <T> T control(ControlCommand<T> command) {
    requireOpen();
    return waiting.control(command);
  }

  @Override
  public final int tryWait() {
    requireOpen();
    return waiting.tryWait(event());
  }

  /** An endpoint is bound to this. */
  final void bound() {
    addDependent();
    waiting.memberAdded();
  }

  /** A bound endpoint is enabled: reads progress it from now on. */
  final void enabled(EndpointMachine machine) {
    machines.add(machine);
    waiting.wake(); // frames may have come before, when whoever sleeps could not see them
  }

  /** A bound endpoint is closed; {@code machine} is null where it was never enabled. */
  final void unbound(EndpointMachine machine) {
    machines.remove(machine);
    waiting.memberRemoved();
    removeDependent();
  }

  @Override
  final void release() {
    waiting.leave(event());
    waiting.close();
    released();
    domain.removeDependent();
  }

  /** Frees what a subclass holds. */
  void released() {}
}
