package dev.weft.provider.fabric.wait;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.Waitable;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The selector of all fabrics: a notifier that the members' notifiers forward to, as in a wait set,
 * and the list of members. Members of other providers take part by {@link Waitable#watch}.
 *
 * <p>The members are a snapshot that is replaced when one is added or removed, so that polling
 * needs no lock. A new member rings the doorbell after it is in the snapshot and forwards, so that
 * a sleeping thread that has polled the old snapshot polls again.
 */
public final class SoftwareSelector<A> implements CompletionSelector<A>, Readiness, Progressing {
  private final Parent fabric;
  private final Notifier notifier = new Notifier();
  private final ReentrantLock changing = new ReentrantLock();
  private final AdaptiveSpin adaptiveSpin = new AdaptiveSpin();
  private volatile List<SelectorMember<A>> members = List.of();
  private volatile boolean closed;
  private int turn;

  public SoftwareSelector(Parent fabric) {
    this.fabric = fabric;
    fabric.addDependent();
  }

  @Override
  public SelectorKey<A> register(Waitable member, A attachment) {
    requireOpen();
    Require.notNull("member", member);
    SelectorMember<A> joining;
    changing.lock();
    try {
      requireOpen();
      requireStranger(member);
      joining = new SelectorMember<>(this, member, selectable(member), attachment);
      joining.begin(notifier);
      List<SelectorMember<A>> more = new ArrayList<>(members);
      more.add(joining);
      members = List.copyOf(more);
    } finally {
      changing.unlock();
    }
    notifier.wake(); // threads that have polled the old snapshot poll again
    return joining;
  }

  /** A member as the selector uses it; one of another provider is watched. */
  private static Selectable selectable(Waitable member) {
    if (!(member instanceof Selectable selectable)) {
      return new WatchedObject(member);
    }
    if (!selectable.waiting().sleeps()) {
      throw deaf(member);
    }
    return selectable;
  }

  private static FabricException deaf(Waitable member) {
    return new FabricException(
        Errno.EINVAL,
        "CompletionSelector.register",
        "member=" + member + " does not notify waiters",
        "Register a queue or counter that was opened with waitObject=UNSPEC, FD, MUTEX_COND,"
            + " POLLFD or SET");
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("this selector is closed");
    }
  }

  private void requireStranger(Waitable member) {
    for (SelectorMember<A> known : members) {
      if (known.member().equals(member)) {
        throw new IllegalStateException("member=" + member + " is a member already");
      }
    }
  }

  /** Ends one registration, if it has not ended. */
  void remove(SelectorMember<A> leaving) {
    changing.lock();
    try {
      if (leaving.isValid()) {
        members = members.stream().filter(member -> !member.equals(leaving)).toList();
        leaving.end(notifier);
      }
    } finally {
      changing.unlock();
    }
  }

  @Override
  public int select(Consumer<? super SelectorKey<A>> action, int timeoutMillis) {
    Require.notNull("action", action);
    if (closed) {
      return -Errno.EBADF;
    }
    progress();
    int ready = show(action);
    return ready > 0 || timeoutMillis == 0 ? ready : await(action, timeoutMillis);
  }

  private int await(Consumer<? super SelectorKey<A>> action, int timeoutMillis) {
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    adaptiveSpin.until(this, this, members.size());
    while (true) {
      WaitResult why = notifier.await(this, deadline);
      if (why == WaitResult.CLOSED) {
        return -Errno.EBADF;
      }
      int ready = show(action);
      if (ready > 0 && why == WaitResult.SIGNALLED) {
        notifier.signal(); // an event came after the poll: passes the wake-up on
      }
      if (ready > 0 || why != WaitResult.READY) {
        return ready;
      }
    }
  }

  /** Calls the action for all ready members, then passes the wake-up on to another thread. */
  private int show(Consumer<? super SelectorKey<A>> action) {
    List<SelectorMember<A>> shown = members;
    int first = shown.isEmpty() ? 0 : Math.floorMod(turn++, shown.size());
    int ready = 0;
    try {
      for (int i = 0; i < shown.size(); i++) {
        SelectorMember<A> member = shown.get((first + i) % shown.size());
        if (member.isReady()) {
          ready++;
          action.accept(member);
        }
      }
    } finally {
      notifier.passOn();
    }
    return ready;
  }

  @Override
  public void progress() {
    List<SelectorMember<A>> all = members;
    for (int i = 0; i < all.size(); i++) {
      all.get(i).progress();
    }
  }

  @Override
  public boolean holds() {
    List<SelectorMember<A>> all = members;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isReady()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean advance() {
    List<SelectorMember<A>> all = members;
    boolean ready = false;
    for (int i = 0; i < all.size(); i++) {
      ready |= all.get(i).advance();
    }
    return ready;
  }

  public Notifier notifier() {
    return notifier;
  }

  @Override
  public void wakeup() {
    notifier.signal();
  }

  @Override
  public int size() {
    return members.size();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    changing.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      members.forEach(member -> member.end(notifier));
      members = List.of();
    } finally {
      changing.unlock();
    }
    notifier.close();
    fabric.removeDependent();
  }

  @Override
  public String toString() {
    return "SoftwareSelector[" + (closed ? "closed" : members.size() + " members") + "]";
  }
}
