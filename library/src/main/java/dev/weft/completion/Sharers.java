package dev.weft.completion;

import dev.weft.wait.Notifier;
import java.util.ArrayList;
import java.util.List;

/** Those of another vocabulary that share a queue: told of every entry. Any thread may call. */
final class Sharers {
  private static final SharedHalves[] NOBODY = {};

  /** A snapshot that is replaced: mostly there is nobody. */
  private volatile SharedHalves[] all = NOBODY;

  synchronized void add(SharedHalves one) {
    List<SharedHalves> more = new ArrayList<>(List.of(all));
    more.add(one);
    all = more.toArray(NOBODY);
  }

  synchronized void remove(SharedHalves one) {
    List<SharedHalves> rest = new ArrayList<>(List.of(all));
    rest.remove(one);
    all = rest.toArray(NOBODY);
  }

  /** An entry was published. */
  void wake() {
    for (SharedHalves one : all) {
      Notifier notifier = one.notifierOrNull();
      if (notifier != null) {
        notifier.published();
      }
    }
  }
}
