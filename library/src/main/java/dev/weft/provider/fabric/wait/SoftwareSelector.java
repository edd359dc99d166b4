package dev.weft.provider.fabric.wait;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.service.CloseAll;
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
 * and the members. Members of other providers take part by {@link Waitable#watch}.
 *
 * <p>Selecting looks at the active members. Before a thread sleeps it arms all members. Of many
 * members, those without an event stay armed when it wakes; few become active again.
 *
 * <p>A new member rings the doorbell after it is active and forwards, so that a sleeping thread
 * that has not seen it looks again.
 */
public final class SoftwareSelector<A> implements CompletionSelector<A>, Readiness, Progressing {
  private final Parent fabric;
  private final Notifier notifier = new Notifier();
  private final ReentrantLock changing = new ReentrantLock();
  private final AdaptiveSpin adaptiveSpin = new AdaptiveSpin();
  private final ActiveMembers<SelectorMember<A>> active = new ActiveMembers<>();

  /** All members; replaced, never changed. */
  private static final String KIND = "selector";

  private volatile List<SelectorMember<A>> members = List.of();

  private volatile boolean closed;
  private int turn;

  public SoftwareSelector(Parent fabric) {
    this.fabric = fabric;
    fabric.addDependent(KIND);
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
      begin(joining);
      List<SelectorMember<A>> more = new ArrayList<>(members);
      more.add(joining);
      members = List.copyOf(more);
    } finally {
      changing.unlock();
    }
    joining.announce();
    return joining;
  }

  private void begin(SelectorMember<A> joining) {
    MemberEntry<SelectorMember<A>> entry = active.add(joining);
    boolean begun = false;
    try {
      joining.begin(entry, notifier);
      begun = true;
    } finally {
      if (!begun) {
        active.remove(entry);
        joining.abandon();
      }
    }
  }

  /** A member as the selector uses it; one of another provider is watched. */
  private static Selectable selectable(Waitable member) {
    if (!(member instanceof Selectable selectable)) {
      return new WatchedObject(member);
    }
    if (!selectable.waiting().sleeps()) {
      throw withoutNotification(member);
    }
    return selectable;
  }

  private static FabricException withoutNotification(Waitable member) {
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
        leaving.end(active);
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
    active.armIdle();
    int ready = show(action);
    return ready > 0 || timeoutMillis == 0 ? ready : await(action, timeoutMillis);
  }

  private int await(Consumer<? super SelectorKey<A>> action, int timeoutMillis) {
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    adaptiveSpin.until(this, this, active.active());
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
    int first = turn;
    int ready = 0;
    try {
      ready = show(action, 0, first, Integer.MAX_VALUE);
      ready = show(action, ready, 0, first);
    } finally {
      notifier.passOn();
    }
    return ready;
  }

  private int show(Consumer<? super SelectorKey<A>> action, int before, int from, int end) {
    int ready = before;
    for (var entry = active.next(from);
        entry != null && entry.number() < end;
        entry = active.after(entry)) {
      if (entry.member().isReady()) {
        turn = ready++ == 0 ? entry.number() + 1 : turn; // the next call starts behind it
        entry.hadEvent();
        action.accept(entry.member());
      }
    }
    return ready;
  }

  @Override
  public void progress() {
    active.startWork();
    for (var entry = active.first(); entry != null; entry = active.after(entry)) {
      entry.member().progress();
    }
  }

  @Override
  public boolean holds() {
    return active.holds();
  }

  @Override
  public boolean advance() {
    return active.advance();
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
    if (!beginClose()) {
      return;
    }
    try {
      endAll();
    } finally {
      notifier.close();
      fabric.removeDependent(KIND);
    }
  }

  private boolean beginClose() {
    changing.lock();
    try {
      boolean first = !closed;
      closed = true;
      return first;
    } finally {
      changing.unlock();
    }
  }

  /** The watch of a member may be another provider's, and throw. */
  private void endAll() {
    changing.lock();
    try {
      List<SelectorMember<A>> all = members;
      members = List.of();
      CloseAll.of(all, member -> member.end(active));
    } finally {
      changing.unlock();
    }
  }

  @Override
  public String toString() {
    return "SoftwareSelector[" + (closed ? "closed" : members.size() + " members") + "]";
  }
}
