package dev.weft.provider.fabric.wait;

import java.util.ArrayList;
import java.util.List;

/** The registrations of one object with selectors and watches; they end when it is closed. */
final class SelectorMemberships {
  private final List<Membership> members = new ArrayList<>();
  private boolean closed;

  synchronized void add(Membership member) {
    if (closed) {
      throw new IllegalStateException("member=" + member.member() + " is closed");
    }
    members.add(member);
  }

  synchronized void remove(Membership member) {
    members.remove(member);
  }

  /** Ends all registrations, and allows no more. */
  void close() {
    takeAll().forEach(Membership::cancel);
  }

  private synchronized List<Membership> takeAll() {
    closed = true;
    List<Membership> all = List.copyOf(members);
    members.clear();
    return all;
  }
}
