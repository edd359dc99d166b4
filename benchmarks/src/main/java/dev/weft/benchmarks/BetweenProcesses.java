package dev.weft.benchmarks;

import java.util.List;

/** The rows of section {@code shm}: two processes, each pinned to its own processor. */
final class BetweenProcesses {
  private static final String SECTION = "shm";

  private BetweenProcesses() {}

  static List<Comparison> comparisons() {
    return List.of(
        row(
            "tagged 8 B half round trip",
            Target.timesThePeers(1, "ns"),
            ours("half", "weft"),
            between("aeron ipc", "half", "aeron", 0),
            jucx("tagged", "half", "jucx"),
            jucx("put", "half", "jucx-put"),
            Contender.of("ucx in C, tagged", "ucx", "half"),
            Contender.of("libfabric in C, tagged", "libfabric", "half", "shm")),
        row(
            "tagged 8 B rate, both completions read",
            Target.atLeast(20, "M/s"),
            ours("rate", "weft-many"),
            between("aeron ipc, no matching", "rate", "aeron-many", 0),
            jucx("tagged", "rate", "jucx-many"),
            Contender.of("ucx in C, tagged", "ucx", "rate")),
        large("1 MiB messages, shared memory", "weft-large", 1.5),
        large("1 MiB messages, any memory", "weft-large-any", 1),
        large("1 MiB messages, any memory, read", "weft-large-read", 1),
        row(
            "1 MiB messages, shared memory, beside a plain copy",
            Target.atLeastTimesThePeers(0.9, "GB/s"),
            ours("large", "weft-large"),
            Contender.of("a plain copy", "copy", "1048576")),
        wakeUp("wake-up, two processors", 0),
        wakeUp("wake-up, both on one processor", 1));
  }

  private static Comparison large(String what, String name, double times) {
    return row(
        what,
        Target.atLeastTimesThePeers(times, "GB/s"),
        ours("large", name),
        between("aeron ipc", "large", "aeron-large", 0),
        jucx("tagged", "large", "jucx-large"),
        Contender.of("ucx in C, tagged", "ucx", "large"),
        Contender.of("libfabric in C, tagged", "libfabric", "large", "shm"));
  }

  private static Comparison wakeUp(String what, int processor) {
    Contender ours = between("weft", "wakeup", "weft-sread", processor);
    Contender bare = between("socket and selector", "wakeup", "socket-selector", processor);
    Target target = Target.timesThePeers(1.3, "ns");
    return new Comparison(SECTION, what, target, processor == 0, List.of(ours, bare));
  }

  private static Contender ours(String what, String name) {
    return between("weft", what, name, 0);
  }

  static Contender jucx(String operation, String what, String end) {
    return between("jucx, " + operation, what, end, 0);
  }

  static Contender between(String name, String what, String end, int processor) {
    return Contender.of(name, "between", what, end, Integer.toString(processor));
  }

  private static Comparison row(String what, Target target, Contender... contenders) {
    return new Comparison(SECTION, what, target, true, List.of(contenders));
  }
}
