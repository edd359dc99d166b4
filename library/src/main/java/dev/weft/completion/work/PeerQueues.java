package dev.weft.completion.work;

import dev.weft.wait.Notifier;
import java.util.ArrayList;
import java.util.List;

/** The {@link PeerQueue}s of one shared queue; notified of every entry. Any thread may call. */
final class PeerQueues {
  private static final PeerQueue[] NONE = {};

  /** An immutable snapshot; mostly empty. */
  private volatile PeerQueue[] all = NONE;

  synchronized void add(PeerQueue one) {
    List<PeerQueue> more = new ArrayList<>(List.of(all));
    more.add(one);
    all = more.toArray(NONE);
  }

  synchronized void remove(PeerQueue one) {
    List<PeerQueue> rest = new ArrayList<>(List.of(all));
    rest.remove(one);
    all = rest.toArray(NONE);
  }

  /** Notifies every member that an entry was published. */
  void wake() {
    for (PeerQueue one : all) {
      Notifier notifier = one.notifierOrNull();
      if (notifier != null) {
        notifier.published();
      }
    }
  }
}
