package dev.weft.completion;

import dev.weft.wait.Notifier;
import java.util.ArrayList;
import java.util.List;

/** Those of another vocabulary that share a queue: told of every entry. Any thread may call. */
final class PeerQueues {
  private static final PeerQueue[] NOBODY = {};

  /** A snapshot that is replaced: mostly there is nobody. */
  private volatile PeerQueue[] all = NOBODY;

  synchronized void add(PeerQueue one) {
    List<PeerQueue> more = new ArrayList<>(List.of(all));
    more.add(one);
    all = more.toArray(NOBODY);
  }

  synchronized void remove(PeerQueue one) {
    List<PeerQueue> rest = new ArrayList<>(List.of(all));
    rest.remove(one);
    all = rest.toArray(NOBODY);
  }

  /** An entry was published. */
  void wake() {
    for (PeerQueue one : all) {
      Notifier notifier = one.notifierOrNull();
      if (notifier != null) {
        notifier.published();
      }
    }
  }
}
