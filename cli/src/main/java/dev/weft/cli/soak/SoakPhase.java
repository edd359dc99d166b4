package dev.weft.cli.soak;

import dev.weft.fabric.ProgressModel;
import dev.weft.fabric.Threading;
import dev.weft.fabric.WaitObject;
import java.util.List;

/**
 * One way to use threads and to wait.
 *
 * @param name what it is called in the output
 * @param threading how many threads may use a domain
 * @param progress who moves the data
 * @param waitObject how threads wait
 * @param virtual whether they are virtual
 * @param threads how many share each endpoint and its queue
 * @param share of the work, in percent
 */
record SoakPhase(
    String name,
    Threading threading,
    ProgressModel progress,
    WaitObject waitObject,
    boolean virtual,
    int threads,
    int share) {

  /** All ways, for completions: most of them where they are fastest. */
  static final List<SoakPhase> COMPLETIONS =
      List.of(
          phase("spin, one thread a domain", Threading.DOMAIN, WaitObject.NONE, false, 1, 40),
          phase("spin, thread-safe", Threading.SAFE, WaitObject.NONE, false, 1, 25),
          phase("spin, 2 threads a queue", Threading.SAFE, WaitObject.NONE, false, 2, 5),
          phase("yield", Threading.SAFE, WaitObject.YIELD, false, 1, 10),
          phase("park", Threading.SAFE, WaitObject.UNSPEC, false, 1, 5),
          phase("park, 3 threads a queue", Threading.SAFE, WaitObject.UNSPEC, false, 3, 3),
          phase("virtual threads, 3 a queue", Threading.SAFE, WaitObject.UNSPEC, true, 3, 5),
          phase("selector", Threading.SAFE, WaitObject.FD, false, 1, 5),
          automatic("progress thread, park", WaitObject.UNSPEC, 2));

  /** The ways in which threads sleep. */
  static final List<SoakPhase> WAKEUPS =
      List.of(
          phase("virtual threads", Threading.SAFE, WaitObject.UNSPEC, true, 1, 40),
          phase("virtual threads, 3 a queue", Threading.SAFE, WaitObject.UNSPEC, true, 3, 20),
          phase("park", Threading.SAFE, WaitObject.UNSPEC, false, 1, 10),
          phase("park, 3 threads a queue", Threading.SAFE, WaitObject.UNSPEC, false, 3, 10),
          phase("selector", Threading.SAFE, WaitObject.FD, false, 1, 10),
          automatic("progress thread, park", WaitObject.UNSPEC, 10));

  private static SoakPhase phase(
      String name,
      Threading threading,
      WaitObject waitObject,
      boolean virtual,
      int threads,
      int share) {
    return new SoakPhase(
        name, threading, ProgressModel.MANUAL, waitObject, virtual, threads, share);
  }

  private static SoakPhase automatic(String name, WaitObject waitObject, int share) {
    return new SoakPhase(name, Threading.SAFE, ProgressModel.AUTO, waitObject, false, 1, share);
  }
}
