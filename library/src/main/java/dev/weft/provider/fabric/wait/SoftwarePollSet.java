package dev.weft.provider.fabric.wait;

import dev.weft.argument.Require;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.provider.fabric.AttributeChecks;
import dev.weft.provider.fabric.SoftwareObject;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code struct fid_poll}: each poll progresses all members, then reports those with events. The
 * first member rotates, so that none starves (PS-018).
 */
public final class SoftwarePollSet extends SoftwareObject implements PollSet {
  private final Parent domain;
  private final List<PollSetMember> members = new ArrayList<>();
  private int start;

  public SoftwarePollSet(Parent domain, PollSetAttributes attributes, Object context) {
    super(ObjectClass.POLL, context);
    AttributeChecks.flags("fi_poll_open", attributes.flags(), 0);
    this.domain = domain;
    domain.addDependent();
  }

  @Override
  public synchronized int add(FabricObject object, long flags) {
    requireOpen();
    if (!(object instanceof CompletionQueue) && !(object instanceof Counter)) {
      return -Errno.EINVAL;
    }
    if (find(object) == null) {
      PollSetMember member = PollSetMember.of(object);
      member.begin();
      addDependent();
      members.add(member);
    }
    return 0;
  }

  @Override
  public synchronized int del(FabricObject object, long flags) {
    requireOpen();
    PollSetMember member = find(object);
    if (member != null) {
      members.remove(member);
      start = start < members.size() ? start : 0;
      member.end();
      removeDependent();
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
    for (int i = 0; i < members.size(); i++) { // no iterator: avoids garbage
      members.get(i).progress();
    }
    return report(contexts, count);
  }

  private int report(Object[] contexts, int count) {
    int size = members.size();
    int stored = 0;
    for (int i = 0, at = start; i < size && stored < count; i++, at = next(at)) {
      PollSetMember member = members.get(at);
      if (member.takeEvent()) {
        contexts[stored++] = member.object().context();
      }
    }
    start = next(start);
    return stored;
  }

  /** The member after this one, or the first. */
  private int next(int at) {
    return at + 1 < members.size() ? at + 1 : 0;
  }

  /** Checks the array before events are taken, so that none is lost. */
  private void requireRoomFor(Object[] contexts) {
    Class<?> element = contexts.getClass().getComponentType();
    if (element.equals(Object.class)) {
      return;
    }
    for (int i = 0; i < members.size(); i++) {
      Object context = members.get(i).object().context();
      if (context != null && !element.isInstance(context)) {
        throw new IllegalArgumentException(
            "contexts=%s[], allowed: an array that can hold context=%s, a %s"
                .formatted(element.getSimpleName(), context, context.getClass().getName()));
      }
    }
  }

  private PollSetMember find(FabricObject object) {
    for (PollSetMember member : members) {
      if (member.object().equals(object)) {
        return member;
      }
    }
    return null;
  }

  @Override
  public void release() {
    domain.removeDependent();
  }
}
