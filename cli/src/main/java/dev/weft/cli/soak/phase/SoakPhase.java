package dev.weft.cli.soak.phase;

import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import java.util.List;

/**
 * One combination of threading and waiting.
 *
 * @param name name in the output
 * @param threading how many threads may use a domain
 * @param progress which threads move the data
 * @param idleWait how threads wait
 * @param virtual whether they are virtual
 * @param threads how many share each endpoint and its queue
 * @param share of the work, in percent
 * @param isPair whether the two endpoints are in two processes
 */
public record SoakPhase(
    String name,
    Threading threading,
    ProgressModel progress,
    IdleWait idleWait,
    boolean virtual,
    int threads,
    int share,
    boolean isPair) {

  /** The phases for completions, weighted towards the fastest. */
  public static final List<SoakPhase> COMPLETIONS =
      List.of(
          phase("spin, one thread a domain", Threading.DOMAIN, IdleWait.SPIN, false, 1, 38),
          phase("spin, thread-safe", Threading.SAFE, IdleWait.SPIN, false, 1, 25),
          phase("spin, 2 threads a queue", Threading.SAFE, IdleWait.SPIN, false, 2, 5),
          phase("yield", Threading.SAFE, IdleWait.YIELD, false, 1, 10),
          phase("park", Threading.SAFE, IdleWait.PARK, false, 1, 5),
          phase("park, 3 threads a queue", Threading.SAFE, IdleWait.PARK, false, 3, 3),
          phase("virtual threads, 3 a queue", Threading.SAFE, IdleWait.PARK, true, 3, 5),
          phase("trywait, channel", Threading.SAFE, IdleWait.CHANNEL, false, 1, 5),
          phase("selector, virtual, 3 a queue", Threading.SAFE, IdleWait.SELECTOR, true, 3, 2),
          automatic("progress thread, park", IdleWait.PARK, 2));

  /** The phases in which threads sleep. */
  public static final List<SoakPhase> WAKEUPS =
      List.of(
          phase("virtual threads", Threading.SAFE, IdleWait.PARK, true, 1, 20),
          phase("virtual threads, 3 a queue", Threading.SAFE, IdleWait.PARK, true, 3, 10),
          phase("park", Threading.SAFE, IdleWait.PARK, false, 1, 10),
          phase("park, 3 threads a queue", Threading.SAFE, IdleWait.PARK, false, 3, 10),
          phase("trywait, channel", Threading.SAFE, IdleWait.CHANNEL, false, 1, 10),
          phase("trywait, condition", Threading.SAFE, IdleWait.CONDITION, false, 1, 10),
          phase("selector", Threading.SAFE, IdleWait.SELECTOR, false, 1, 10),
          phase("selector, virtual, 3 a queue", Threading.SAFE, IdleWait.SELECTOR, true, 3, 10),
          automatic("progress thread, park", IdleWait.PARK, 10));

  /** The phases for completions between two processes. */
  public static final List<SoakPhase> COMPLETIONS_OF_PAIRS =
      List.of(
          pair("two processes, spin", IdleWait.SPIN, false, 60),
          pair("two processes, park", IdleWait.PARK, false, 25),
          pair("two processes, virtual", IdleWait.PARK, true, 15));

  /** The phases in which threads of two processes sleep. */
  public static final List<SoakPhase> WAKEUPS_OF_PAIRS =
      List.of(
          pair("two processes, park", IdleWait.PARK, false, 60),
          pair("two processes, virtual", IdleWait.PARK, true, 40));

  private static SoakPhase phase(
      String name,
      Threading threading,
      IdleWait idleWait,
      boolean virtual,
      int threads,
      int share) {
    return new SoakPhase(
        name, threading, ProgressModel.MANUAL, idleWait, virtual, threads, share, false);
  }

  private static SoakPhase automatic(String name, IdleWait idleWait, int share) {
    return new SoakPhase(
        name, Threading.SAFE, ProgressModel.AUTO, idleWait, false, 1, share, false);
  }

  /** One thread in each of two processes. */
  public static SoakPhase pair(String name, IdleWait idleWait, boolean virtual, int share) {
    ProgressModel progress = ProgressModel.MANUAL;
    return new SoakPhase(name, Threading.SAFE, progress, idleWait, virtual, 1, share, true);
  }
}
