package dev.weft.provider.fabric.wait;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * {@code struct fid_wait}: a notifier that its members' notifiers forward to, by way of their
 * entries. A thread that waits looks at the active members, and arms all.
 */
public final class SoftwareWaitSet extends SoftwareObject
    implements WaitSet, SoftwareWaitable, Readiness {
  private final QueueWait waiting;

  private final ActiveMembers<Selectable> members = new ActiveMembers<>();
  private final List<MemberEntry<Selectable>> entries = new ArrayList<>();

  public SoftwareWaitSet(Parent fabric, WaitSetAttributes attributes, Object context) {
    super(ObjectClass.WAIT, context);
    check(attributes);
    this.waiting = QueueWait.open(ObjectClass.WAIT, "fi_wait_open", attributes.waitObject(), null);
    dependOn(fabric);
  }

  private static void check(WaitSetAttributes attributes) {
    AttributeChecks.noFlags("fi_wait_open", attributes.flags());
    WaitObject kind = attributes.waitObject();
    if (kind == WaitObject.NONE || kind == WaitObject.SET) {
      throw new FabricException(
          Errno.EINVAL,
          "fi_wait_open",
          "waitObject=" + kind,
          "Allowed: UNSPEC, FD, MUTEX_COND, YIELD, POLLFD");
    }
  }

  @Override
  public EventWatch watch(EventListener listener) {
    requireOpen();
    return WaitSet.super.watch(listener);
  }

  @Override
  public int await(int timeoutMillis) {
    requireOpen();
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    return switch (waiting.await(this, deadline)) {
      case READY, SIGNALLED -> 0;
      case TIMED_OUT -> -Errno.ETIMEDOUT;
      case INTERRUPTED -> -Errno.EINTR;
      case CLOSED -> -Errno.EBADF;
    };
  }

  /** {@code fi_cq_signal(3)} of a member. */
  public void signal() {
    waiting.signal();
  }

  @Override
  public boolean holds() {
    return members.holds();
  }

  @Override
  public boolean advance() {
    return members.advance();
  }

  @Override
  public int tryWait() {
    requireOpen();
    return waiting.tryWait(this);
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    return waiting.control(command);
  }

  Notifier notifier() {
    return waiting.notifier();
  }

  /**
   * Adds an object of another provider that was opened with this set.
   *
   * @return ends the membership, before the object is closed
   */
  public Runnable join(Waitable object) {
    addDependent(object.objectClass());
    try {
      WatchedObject member = new WatchedObject(object);
      add(member);
      return () -> leave(object.objectClass(), member);
    } catch (RuntimeException failure) {
      removeDependent(object.objectClass());
      throw failure;
    }
  }

  private void leave(ObjectClass kind, WatchedObject member) {
    remove(member);
    try {
      member.close();
    } finally {
      removeDependent(kind);
    }
  }

  /** Adds a member, whose notifier forwards to the set until it is removed. */
  synchronized void add(Selectable member) {
    MemberEntry<Selectable> entry = members.add(member);
    entries.add(entry);
    entry.notifier().forwardTo(notifier());
    entry.listenTo(member.waiting().notifier());
    entry.notifier().wake(); // threads that looked before it forwarded look again
  }

  /** Reverses {@link #add}. */
  synchronized void remove(Selectable member) {
    for (MemberEntry<Selectable> entry : List.copyOf(entries)) {
      if (entry.member().equals(member)) {
        entries.remove(entry);
        members.remove(entry);
      }
    }
  }

  @Override
  public void release() {
    waiting.close();
  }
}
