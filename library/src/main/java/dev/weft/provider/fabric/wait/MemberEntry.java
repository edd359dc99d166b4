package dev.weft.provider.fabric.wait;

import dev.weft.wait.ExternalWait;
import dev.weft.wait.IdleStrategy;
import dev.weft.wait.Notifier;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The entry of one member in {@link ActiveMembers}. The member is active, so that polls look at it,
 * or armed: its doorbells and publications make it active.
 *
 * <pre>
 *                arm: lower, look, clear the bit, raised? set it again
 *     active  ----------------------------------------------------------->  armed
 *   bit is set  <----------------------------------------------------------  lowered
 *                event: raise, then set the bit
 * </pre>
 *
 * <p>No event is missed: one that comes after the look raises, and of raising and clearing the bit
 * whichever is second sets the bit. Any thread may call any method.
 */
final class MemberEntry<M extends ActiveMember> implements ExternalWait {
  private final M member;
  private final MemberGroup<M> group;
  private final int index;
  private final AtomicBoolean raised = new AtomicBoolean();
  private final Notifier notifier = new Notifier(IdleStrategy.PARK, 0, this);

  private Notifier source;

  /** Whether it had an event lately. A race affects speed only. */
  private boolean busy;

  @SuppressWarnings("this-escape") // the notifier calls later
  MemberEntry(M member, MemberGroup<M> group, int index) {
    this.member = member;
    this.group = group;
    this.index = index;
  }

  M member() {
    return member;
  }

  /** The active member behind it in its group; null if there is none. */
  MemberEntry<M> nextInGroup() {
    return group.after(index);
  }

  /** The number of the first member of the next group. */
  int nextGroup() {
    return group.first + MemberGroup.SIZE;
  }

  /** Its place in {@link ActiveMembers}, which a later member has once this one was removed. */
  int number() {
    return group.first + index;
  }

  /** Activates the member. */
  Notifier notifier() {
    return notifier;
  }

  /** Records an event. */
  void hadEvent() {
    busy = true;
  }

  /** Whether there was an event since the last call. */
  boolean takeBusy() {
    boolean was = busy;
    busy = false;
    return was;
  }

  /**
   * Arms the member: progresses it, arms its doorbells and looks for events.
   *
   * @return false, and the member stays active, if there is an event
   */
  boolean arm() {
    if (!look()) {
      return false;
    }
    if (!member.needsPolls()) {
      group.deactivate(index);
      if (raised.get()) {
        group.activate(index);
        notifier.wake(); // those that looked meanwhile
      }
    }
    return true;
  }

  /** Arms and looks; a look that throws may have missed an event. */
  private boolean look() {
    boolean looked = false;
    try {
      boolean quiet = notifier.tryArm(member.event());
      looked = true;
      return quiet;
    } finally {
      if (!looked) {
        notifier.wake();
      }
    }
  }

  /** Has this notifier activate the member, until it is removed. */
  void listenTo(Notifier events) {
    if (source == null) {
      source = events;
      source.forwardTo(notifier);
    }
  }

  @Override
  public boolean raise() {
    boolean changed = !raised.get() && raised.compareAndSet(false, true);
    if (changed) {
      group.activate(index);
    }
    return changed;
  }

  @Override
  public boolean lower() {
    return raised.compareAndSet(true, false);
  }

  /** Removes the member. */
  void remove() {
    if (source != null) {
      source.stopForwardingTo(notifier);
    }
    notifier.close();
    group.deactivate(index);
    group.set(index, null);
  }

  @Override
  public void close() {}
}
