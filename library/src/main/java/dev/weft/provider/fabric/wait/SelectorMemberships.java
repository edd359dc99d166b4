package dev.weft.provider.fabric.wait;

import java.util.ArrayList;
import java.util.List;

/** The registrations of one object with selectors; they end when the object is closed. */
final class SelectorMemberships {
  private final List<SelectorMember<?>> members = new ArrayList<>();
  private boolean closed;

  synchronized void add(SelectorMember<?> member) {
    if (closed) {
      throw new IllegalStateException("member=" + member.member() + " is closed");
    }
    members.add(member);
  }

  synchronized void remove(SelectorMember<?> member) {
    members.remove(member);
  }

  /** Ends all registrations, and allows no more. */
  void close() {
    takeAll().forEach(SelectorMember::cancel);
  }

  private synchronized List<SelectorMember<?>> takeAll() {
    closed = true;
    List<SelectorMember<?>> all = List.copyOf(members);
    members.clear();
    return all;
  }
}
