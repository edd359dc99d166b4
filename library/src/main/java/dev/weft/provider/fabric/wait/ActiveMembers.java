package dev.weft.provider.fabric.wait;

import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.PollOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The members of a poll set, wait set or selector. Polls look at the active ones only, so their
 * cost grows with what happens, not with the members. While there are few members, all are active.
 * Of many, those without an event for a term are armed, if their doorbells cost the sender no more
 * than a method call.
 *
 * <pre>
 *   groups   [0] 64 members, bits of the active ones   [1] ...
 *   number   0 ... 63                                  64 ...
 * </pre>
 *
 * <p>One thread at a time adds and removes members. Any thread may call the other methods.
 */
final class ActiveMembers<M extends ActiveMember> {
  private static final long TERM = TimeUnit.MILLISECONDS.toNanos(1);

  /** Polls between two looks at the clock. */
  private static final int POLLS = 16;

  /** Replaced, never changed. */
  private volatile MemberGroup<M>[] groups = groups(0);

  /** The deferred work of the members; replaced, never changed. */
  private volatile DeferredWorkList[] works = {};

  /** Written by the thread that adds and removes. */
  private int size;

  private int polls;
  private long armed = System.nanoTime();

  /** Adds a member, which is active. */
  MemberEntry<M> add(M member) {
    MemberGroup<M> group = groupWithRoom();
    int index = group.free();
    MemberEntry<M> entry = new MemberEntry<>(member, group, index);
    group.set(index, entry);
    group.activate(index);
    size++;
    works = works();
    return entry;
  }

  private MemberGroup<M> groupWithRoom() {
    for (MemberGroup<M> group : groups) {
      if (group.free() >= 0) {
        return group;
      }
    }
    MemberGroup<M>[] more = Arrays.copyOf(groups, groups.length + 1);
    more[groups.length] = new MemberGroup<>(groups.length * MemberGroup.SIZE);
    groups = more;
    return more[more.length - 1];
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  private static <M extends ActiveMember> MemberGroup<M>[] groups(int count) {
    return new MemberGroup[count];
  }

  /** Removes a member. */
  void remove(MemberEntry<M> entry) {
    entry.remove();
    size--;
    works = works();
  }

  private DeferredWorkList[] works() {
    return Arrays.stream(groups)
        .flatMap(MemberGroup::members)
        .map(ActiveMember::work)
        .filter(Objects::nonNull)
        .distinct()
        .toArray(DeferredWorkList[]::new);
  }

  /** Starts the deferred work that is due, as the progress of each member does. */
  void startWork() {
    for (DeferredWorkList work : works) {
      work.start();
    }
  }

  /** How many members are active. */
  int active() {
    int active = 0;
    for (MemberGroup<M> group : groups) {
      active += group.activeMembers();
    }
    return active;
  }

  /** The first active member; null if there is none. */
  MemberEntry<M> first() {
    return next(0);
  }

  /** The active member behind this one; null if there is none. */
  MemberEntry<M> after(MemberEntry<M> entry) {
    MemberEntry<M> next = entry.nextInGroup();
    return next != null ? next : next(entry.nextGroup());
  }

  /** The first active member from this number on; null if there is none. */
  MemberEntry<M> next(int from) {
    MemberGroup<M>[] all = groups;
    int index = from % MemberGroup.SIZE;
    for (int i = from / MemberGroup.SIZE; i < all.length; i++) {
      MemberEntry<M> entry = all[i].next(index);
      if (entry != null) {
        return entry;
      }
      index = 0;
    }
    return null;
  }

  /** Whether an active member has an event. */
  boolean holds() {
    for (MemberEntry<M> entry = first(); entry != null; entry = after(entry)) {
      if (entry.member().event().holds()) {
        return true;
      }
    }
    return false;
  }

  /** Before sleeping: progresses active members and arms doorbells; whether there is an event. */
  boolean advance() {
    startWork();
    boolean arms = isCrowded();
    boolean ready = false;
    for (MemberEntry<M> entry = first(); entry != null; entry = after(entry)) {
      ready |= arms ? !entry.arm() : entry.member().event().advance();
    }
    return ready;
  }

  /** Called by each poll: once in a term, arms members that had no event meanwhile. */
  void armIdle() {
    if (!isTermOver()) {
      return;
    }
    for (MemberEntry<M> entry = first(); entry != null; entry = after(entry)) {
      if (!entry.takeBusy() && entry.member().isRungInProcess()) {
        entry.member().listen(entry);
        entry.arm();
      }
    }
  }

  /** Whether there are so many members that idle ones are armed. A race affects speed only. */
  boolean isCrowded() {
    return !PollOrder.isWhole(size);
  }

  private boolean isTermOver() {
    if (!isCrowded() || ++polls % POLLS != 0) {
      return false;
    }
    long now = System.nanoTime();
    boolean over = now - armed >= TERM;
    armed = over ? now : armed;
    return over;
  }
}
