package dev.weft.provider.fabric.queue;

import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.provider.fabric.wait.PollSetObject;
import dev.weft.provider.fabric.wait.ProgressList;
import dev.weft.provider.fabric.wait.QueueWait;
import dev.weft.provider.fabric.wait.SoftwareWatch;

/**
 * The base class of queues and counters that endpoints are bound to. It holds the bound endpoints,
 * whose progress its reads drive, and the wait object that threads sleep on.
 */
public abstract class BindTarget extends SoftwareObject implements PollSetObject {
  final QueueWait waiting;
  final ProgressList machines;
  private final DomainServices domain;

  BindTarget(ObjectClass objectClass, DomainServices domain, QueueWait waiting, Object context) {
    super(objectClass, context);
    this.domain = domain;
    this.machines = new ProgressList(domain.work());
    this.waiting = waiting;
    dependOn(domain);
  }

  /** Frees what the constructor took, if that of a subclass fails. */
  final void abandon() {
    waiting.close();
    domain.removeDependent(objectClass());
  }

  public final DomainServices domain() {
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

  /** {@link #progress} before sleeping. */
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

  @Override
  public final boolean isRungInProcess() {
    return waiting.sleeps() && machines.areRungInProcess();
  }

  @Override
  public final boolean needsPolls() {
    return machines.haveWork();
  }

  @Override
  public final DeferredWorkList work() {
    return domain.work();
  }

  /** {@link dev.weft.fabric.poll.Waitable#watch}. */
  public final EventWatch watch(EventListener listener) {
    requireOpen();
    return new SoftwareWatch(this, listener);
  }

  /** A fenced operation found no room: it is tried again once entries were read. */
  public final void wantRoom() {
    machines.wantRoom();
  }

  /** Binds an endpoint, or a context, to this; an exception leaves no trace. */
  public final void bound(ObjectClass kind) {
    addDependent(kind);
    try {
      waiting.memberAdded();
    } catch (RuntimeException failure) {
      removeDependent(kind);
      throw failure;
    }
  }

  /** A bound endpoint was enabled: reads progress it from now on. */
  public final void enabled(EndpointMachine machine) {
    machines.add(machine);
    waiting.wake(); // frames may have arrived that sleeping threads could not see
  }

  /** A bound endpoint was closed; {@code machine} is null if it was never enabled. */
  public final void unbound(ObjectClass kind, EndpointMachine machine) {
    machines.remove(machine);
    waiting.memberRemoved();
    removeDependent(kind);
  }

  @Override
  public final void release() {
    waiting.leave(this);
    waiting.close();
    released();
  }

  /** Frees what a subclass holds. */
  void released() {}
}
