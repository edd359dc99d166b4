package dev.weft.provider.verbs.threads;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Receives for messages that have found none. */
final class Spare {
  private final Setup setup;
  private final Poster poster;
  private final Ledger ledger;
  private final List<Work> posted;
  private final Map<Node, Bytes> memory = new HashMap<>();

  /** Receives for which there was no room yet. */
  private final Map<Node, Work> unposted = new HashMap<>();

  Spare(Setup setup, Poster poster, Ledger ledger, List<Work> posted) {
    this.setup = setup;
    this.poster = poster;
    this.ledger = ledger;
    this.posted = posted;
  }

  /** Posts a receive if there are fewer than messages, and there is room. */
  void feed(Node node, List<Work> fences) {
    if (wanted(node, fences) > offered(node)) {
      node.receives.owed.take(1);
      Work receive = unposted.computeIfAbsent(node, this::make);
      if (poster.receive(receive)) {
        unposted.remove(node);
      }
    }
  }

  private Work make(Node node) {
    return poster.receive(node, memory.computeIfAbsent(node, this::allocate));
  }

  private Bytes allocate(Node node) {
    int messages = 3 * (setup.room().maxSendWr() + 2) * (setup.shared() ? setup.pairs() : 1);
    return node.side.allocate(Math.min(8 << 20, messages * (setup.largest() + 128)));
  }

  private long wanted(Node node, List<Work> fences) {
    return Stream.concat(posted.stream(), fences.stream())
        .filter(each -> each.posted && each.kind.isMessage() && each.arrivals.get() == 0)
        .filter(each -> isOf(each.node.peer, node))
        .count();
  }

  private long offered(Node node) {
    return ledger
        .all()
        .filter(each -> each.posted && each.isReceive() && !each.isDone())
        .filter(each -> isOf(each.node, node))
        .count();
  }

  private boolean isOf(Node one, Node other) {
    return setup.shared() ? one.side == other.side : one == other;
  }
}
