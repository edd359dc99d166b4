package dev.weft.provider.fabric.wait;

import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;

/**
 * The registration of one object with a selector. The object's notifier forwards to that of its
 * entry, which activates the member and forwards to the selector's.
 */
final class SelectorMember<A> implements SelectorKey<A>, Membership, ActiveMember {
  private final SoftwareSelector<A> selector;
  private final Waitable member;
  private final Selectable selectable;
  private final Readiness event;
  private final A attachment;
  private MemberEntry<SelectorMember<A>> entry;
  private volatile boolean valid = true;

  SelectorMember(
      SoftwareSelector<A> selector, Waitable member, Selectable selectable, A attachment) {
    this.selector = selector;
    this.member = member;
    this.selectable = selectable;
    this.event = selectable.event();
    this.attachment = attachment;
  }

  @Override
  public Waitable member() {
    return member;
  }

  @Override
  public A attachment() {
    return attachment;
  }

  @Override
  public boolean isValid() {
    return valid;
  }

  @Override
  public void cancel() {
    selector.remove(this);
  }

  void begin(MemberEntry<SelectorMember<A>> ownEntry, Notifier selectorNotifier) {
    entry = ownEntry;
    entry.notifier().forwardTo(selectorNotifier);
    selectable.waiting().watch(this, entry.notifier());
  }

  /** Ends the registration; called once, by the selector. */
  void end(ActiveMembers<SelectorMember<A>> active) {
    valid = false;
    active.remove(entry);
    selectable.waiting().unwatch(this, entry.notifier());
    closeWatch();
  }

  private void closeWatch() {
    if (selectable instanceof WatchedObject watched) {
      watched.close();
    }
  }

  /** The registration has failed. */
  void abandon() {
    valid = false;
    closeWatch();
  }

  /** Has those that have looked before this was a member look again. */
  void announce() {
    entry.notifier().wake();
  }

  void progress() {
    selectable.progress();
  }

  @Override
  public Readiness event() {
    return event;
  }

  @Override
  public boolean isRungInProcess() {
    return selectable.isRungInProcess();
  }

  @Override
  public boolean needsPolls() {
    return selectable.needsPolls();
  }

  @Override
  public DeferredWorkList work() {
    return selectable.work();
  }

  boolean isReady() {
    return valid && event.holds();
  }

  @Override
  public String toString() {
    return "SelectorKey[member=" + member + ", attachment=" + attachment + "]";
  }
}
