package dev.weft.cli.soak;

import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.Threading;
import java.util.List;

/**
 * One combination of threading and waiting.
 *
 * @param name name in the output
 * @param threading how many threads may use a domain
 * @param progress which threads move the data
 * @param rest how threads wait
 * @param virtual whether they are virtual
 * @param threads how many share each endpoint and its queue
 * @param share of the work, in percent
 * @param isPair whether the two endpoints are in two processes
 */
record SoakPhase(
    String name,
    Threading threading,
    ProgressModel progress,
    SoakRest rest,
    boolean virtual,
    int threads,
    int share,
    boolean isPair) {

  /** The phases for completions, weighted towards the fastest. */
  static final List<SoakPhase> COMPLETIONS =
      List.of(
          phase("spin, one thread a domain", Threading.DOMAIN, SoakRest.SPIN, false, 1, 38),
          phase("spin, thread-safe", Threading.SAFE, SoakRest.SPIN, false, 1, 25),
          phase("spin, 2 threads a queue", Threading.SAFE, SoakRest.SPIN, false, 2, 5),
          phase("yield", Threading.SAFE, SoakRest.YIELD, false, 1, 10),
          phase("park", Threading.SAFE, SoakRest.PARK, false, 1, 5),
          phase("park, 3 threads a queue", Threading.SAFE, SoakRest.PARK, false, 3, 3),
          phase("virtual threads, 3 a queue", Threading.SAFE, SoakRest.PARK, true, 3, 5),
          phase("trywait, channel", Threading.SAFE, SoakRest.CHANNEL, false, 1, 5),
          phase("selector, virtual, 3 a queue", Threading.SAFE, SoakRest.SELECTOR, true, 3, 2),
          automatic("progress thread, park", SoakRest.PARK, 2));

  /** The phases in which threads sleep. */
  static final List<SoakPhase> WAKEUPS =
      List.of(
          phase("virtual threads", Threading.SAFE, SoakRest.PARK, true, 1, 20),
          phase("virtual threads, 3 a queue", Threading.SAFE, SoakRest.PARK, true, 3, 10),
          phase("park", Threading.SAFE, SoakRest.PARK, false, 1, 10),
          phase("park, 3 threads a queue", Threading.SAFE, SoakRest.PARK, false, 3, 10),
          phase("trywait, channel", Threading.SAFE, SoakRest.CHANNEL, false, 1, 10),
          phase("trywait, condition", Threading.SAFE, SoakRest.CONDITION, false, 1, 10),
          phase("selector", Threading.SAFE, SoakRest.SELECTOR, false, 1, 10),
          phase("selector, virtual, 3 a queue", Threading.SAFE, SoakRest.SELECTOR, true, 3, 10),
          automatic("progress thread, park", SoakRest.PARK, 10));

  /** The phases for completions between two processes. */
  static final List<SoakPhase> COMPLETIONS_OF_PAIRS =
      List.of(
          pair("two processes, spin", SoakRest.SPIN, false, 60),
          pair("two processes, park", SoakRest.PARK, false, 25),
          pair("two processes, virtual", SoakRest.PARK, true, 15));

  /** The phases in which threads of two processes sleep. */
  static final List<SoakPhase> WAKEUPS_OF_PAIRS =
      List.of(
          pair("two processes, park", SoakRest.PARK, false, 60),
          pair("two processes, virtual", SoakRest.PARK, true, 40));

  private static SoakPhase phase(
      String name, Threading threading, SoakRest rest, boolean virtual, int threads, int share) {
    return new SoakPhase(
        name, threading, ProgressModel.MANUAL, rest, virtual, threads, share, false);
  }

  private static SoakPhase automatic(String name, SoakRest rest, int share) {
    return new SoakPhase(name, Threading.SAFE, ProgressModel.AUTO, rest, false, 1, share, false);
  }

  /** One thread in each of two processes. */
  static SoakPhase pair(String name, SoakRest rest, boolean virtual, int share) {
    ProgressModel progress = ProgressModel.MANUAL;
    return new SoakPhase(name, Threading.SAFE, progress, rest, virtual, 1, share, true);
  }
}
