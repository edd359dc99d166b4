package dev.weft.provider.fabric.wait;

import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.Waitable;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;

/**
 * The registration of one object with a selector. The object's notifier forwards to the selector's.
 */
final class SelectorMember<A> implements SelectorKey<A>, Membership {
  private final SoftwareSelector<A> selector;
  private final Waitable member;
  private final Selectable selectable;
  private final Readiness event;
  private final A attachment;
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

  void begin(Notifier notifier) {
    selectable.waiting().watch(this, notifier);
  }

  /** Ends the registration; called once, by the selector. */
  void end(Notifier notifier) {
    valid = false;
    selectable.waiting().unwatch(this, notifier);
    if (selectable instanceof WatchedObject watched) {
      watched.close();
    }
  }

  void progress() {
    selectable.progress();
  }

  /** Progress before sleeping; true if there is something to read. */
  boolean advance() {
    return event.advance();
  }

  boolean isReady() {
    return valid && event.holds();
  }

  @Override
  public String toString() {
    return "SelectorKey[member=" + member + ", attachment=" + attachment + "]";
  }
}
