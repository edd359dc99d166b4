package dev.weft.conformance.lying;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.message.IoVector;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Faults with lists of buffers. */
final class ListFaults {
  private static final Set<String> SENDS = Set.of("sendv", "tsendv", "writev");
  private static final Set<String> WRITES = Set.of("writev");
  private static final Set<String> READS = Set.of("readv");
  private static final Set<String> RECEIVES = Set.of("recvv", "trecvv");
  private static final Set<String> ATOMICS = Set.of("atomicv", "fetchAtomicv", "compareAtomicv");
  private static final int BLOCK = 8;
  private static final String CLAUSE = "EP-025A";

  private ListFaults() {}

  static List<Fault> all() {
    return List.of(
        lie("rounds where a buffer's bytes begin", SENDS, ListFaults::rounded),
        lie("sends two buffers in each other's place", SENDS, ListFaults::swapped),
        lie("takes operands in each other's place", ATOMICS, ListFaults::swapped),
        lie("fills two buffers in each other's place", RECEIVES, ListFaults::swapped),
        lie("writes one byte beyond", WRITES, ListFaults::longer),
        lie("reads one byte beyond", READS, ListFaults::longer));
  }

  /** Passes another list to the endpoint in these calls. */
  private static Fault lie(String name, Set<String> calls, UnaryOperator<IoVector> change) {
    return Fault.ofCalls(
        name,
        CLAUSE,
        call -> {
          boolean lies =
              call.object() instanceof Endpoint && calls.contains(call.method().getName());
          if (!lies || ((IoVector) call.arguments()[0]).count() < 2) {
            return call.honestly();
          }
          Object[] others = call.arguments().clone();
          others[0] = change.apply((IoVector) others[0]);
          return call.honestlyWith(others);
        });
  }

  private static void add(IoVector list, int index, long length, IoVector to) {
    to.add(list.segment(index), list.offset(index), length);
  }

  private static IoVector rounded(IoVector list) {
    IoVector to = new IoVector();
    int last = list.count() - 1;
    long missing = 0;
    for (int i = 0; i < last; i++) {
      long rest = list.length(i) % BLOCK;
      add(list, i, list.length(i) - rest, to);
      missing += rest;
    }
    add(list, last, list.length(last) + missing, to);
    return to;
  }

  private static IoVector swapped(IoVector list) {
    IoVector to = new IoVector();
    add(list, 1, list.length(1), to);
    add(list, 0, list.length(0), to);
    for (int i = 2; i < list.count(); i++) {
      add(list, i, list.length(i), to);
    }
    return to;
  }

  private static IoVector longer(IoVector list) {
    IoVector to = new IoVector();
    int last = list.count() - 1;
    for (int i = 0; i <= last; i++) {
      add(list, i, list.length(i) + (i == last ? 1 : 0), to);
    }
    return to;
  }
}
