package dev.weft.provider.fabric.wait;

import dev.weft.argument.Require;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.provider.fabric.object.SoftwareObject;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code struct fid_poll}: each poll progresses the active members, then reports those with events.
 * It starts behind the member that was reported last, so that none starves (PS-018).
 */
public final class SoftwarePollSet extends SoftwareObject implements PollSet {
  private final List<MemberEntry<PollSetMember>> entries = new ArrayList<>();
  private final ActiveMembers<PollSetMember> members = new ActiveMembers<>();
  private int start;

  public SoftwarePollSet(Parent domain, PollSetAttributes attributes, Object context) {
    super(ObjectClass.POLL, context);
    AttributeChecks.noFlags("fi_poll_open", attributes.flags());
    dependOn(domain);
  }

  @Override
  public synchronized int add(FabricObject object, long flags) {
    requireOpen();
    Require.notNull("member", object);
    if (!(object instanceof CompletionQueue) && !(object instanceof Counter)) {
      return -Errno.EINVAL;
    }
    if (find(object) == null) {
      begin(members.add(PollSetMember.of(object)));
      addDependent(object.objectClass());
    }
    return 0;
  }

  private void begin(MemberEntry<PollSetMember> entry) {
    boolean begun = false;
    try {
      entry.member().begin();
      entries.add(entry);
      begun = true;
    } finally {
      if (!begun) {
        members.remove(entry);
      }
    }
  }

  @Override
  public synchronized int del(FabricObject object, long flags) {
    requireOpen();
    MemberEntry<PollSetMember> entry = find(Require.notNull("member", object));
    if (entry != null) {
      entries.remove(entry);
      members.remove(entry);
      removeDependent(object.objectClass());
      entry.member().end();
    }
    return 0;
  }

  @Override
  public synchronized int poll(Object[] contexts, int count) {
    requireOpen();
    Require.notNull("contexts", contexts);
    if (count < 0 || count > contexts.length) {
      throw new IllegalArgumentException(
          "count=" + count + ", allowed 0.." + contexts.length + ", the array's length");
    }
    requireRoomFor(contexts);
    for (var entry = members.first(); entry != null; entry = members.after(entry)) {
      entry.member().progress();
    }
    members.startWork();
    members.armIdle();
    return report(contexts, count);
  }

  /** Stores contexts of members from {@link #start} on, then of those before it. */
  private int report(Object[] contexts, int count) {
    int first = start;
    int stored = report(contexts, 0, count, first, Integer.MAX_VALUE);
    return report(contexts, stored, count, 0, first);
  }

  private int report(Object[] contexts, int before, int count, int from, int end) {
    int stored = before;
    for (var entry = members.next(from);
        entry != null && entry.number() < end && stored < count;
        entry = members.after(entry)) {
      if (entry.member().takeEvent()) {
        contexts[stored++] = entry.member().object().context();
        entry.hadEvent();
        start = entry.number() + 1;
      }
    }
    return stored;
  }

  /** Checks the array before events are taken, so that none is lost. */
  private void requireRoomFor(Object[] contexts) {
    Class<?> element = contexts.getClass().getComponentType();
    if (element.equals(Object.class)) {
      return;
    }
    for (int i = 0; i < entries.size(); i++) { // no iterator: avoids garbage
      Object context = entries.get(i).member().object().context();
      if (context != null && !element.isInstance(context)) {
        throw new IllegalArgumentException(
            "contexts=%s[], allowed: an array that can hold context=%s, a %s"
                .formatted(element.getSimpleName(), context, context.getClass().getName()));
      }
    }
  }

  private MemberEntry<PollSetMember> find(FabricObject object) {
    for (MemberEntry<PollSetMember> entry : entries) {
      if (entry.member().object().equals(object)) {
        return entry;
      }
    }
    return null;
  }

  @Override
  public synchronized String toString() {
    return "SoftwarePollSet[%d members, %d active]".formatted(entries.size(), members.active());
  }
}
