package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.WorkOpcode;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Faults with lists of buffers. */
final class ListLies {
  private static final int BLOCK = 8;

  private ListLies() {}

  static List<VerbsFault> all() {
    return List.of(
        sends("rounds where a buffer's bytes begin", "VE-15A", ListLies::several, ListLies::rounds),
        sends("swaps two buffers", "VE-15A", ListLies::several, ListLies::swaps),
        sends("forgets the last of many buffers", "VE-15B", ListLies::many, ListLies::forgets),
        sends("writes one byte beyond", "VE-15B", ListLies::writes, ListLies::oneByteMore),
        VerbsFault.of("fills the buffers of a receive backwards", "VE-15B", ListLies::backwards),
        VerbsFault.of("sends what is before a bad buffer", "VQ-20", ListLies::leaks));
  }

  /** Posts another list in place of that of some requests. */
  private static VerbsFault sends(
      String name,
      String caughtBy,
      Predicate<SendWorkRequest> some,
      BiConsumer<ScatterGatherList, ScatterGatherList> lie) {
    return VerbsFault.of(
        name,
        caughtBy,
        call -> {
          boolean posts = call.is(QueuePair.class, "postSend");
          return posts && some.test((SendWorkRequest) call.arguments()[0])
              ? with(((SendWorkRequest) call.arguments()[0]).buffers(), lie, call)
              : call.honestly();
        });
  }

  /** Forwards the call with another list. */
  private static Object with(
      ScatterGatherList list, BiConsumer<ScatterGatherList, ScatterGatherList> lie, Call call)
      throws Throwable {
    ScatterGatherList honest = new ScatterGatherList().addAll(list);
    list.clear();
    lie.accept(honest, list);
    try {
      return call.honestly();
    } finally {
      list.clear().addAll(honest);
    }
  }

  private static boolean several(SendWorkRequest request) {
    return request.buffers().count() > 1;
  }

  private static boolean many(SendWorkRequest request) {
    return request.buffers().count() > 11;
  }

  private static boolean writes(SendWorkRequest request) {
    return request.opcode() == WorkOpcode.RDMA_WRITE && request.buffers().count() > 11;
  }

  private static void add(ScatterGatherList list, int index, int length, ScatterGatherList to) {
    to.add(list.address(index), length, list.lkey(index));
  }

  private static void addAll(ScatterGatherList list, int from, int until, ScatterGatherList to) {
    IntStream.range(from, until).forEach(i -> add(list, i, list.length(i), to));
  }

  /**
   * Rounds each buffer but the last down to a multiple of 8, and extends the last one by the rest.
   */
  private static void rounds(ScatterGatherList list, ScatterGatherList to) {
    int last = list.count() - 1;
    int missing = 0;
    for (int i = 0; i < last; i++) {
      int rest = list.length(i) % BLOCK;
      add(list, i, list.length(i) - rest, to);
      missing += rest;
    }
    add(list, last, list.length(last) + missing, to);
  }

  private static void swaps(ScatterGatherList list, ScatterGatherList to) {
    add(list, 1, list.length(1), to);
    add(list, 0, list.length(0), to);
    addAll(list, 2, list.count(), to);
  }

  private static void forgets(ScatterGatherList list, ScatterGatherList to) {
    addAll(list, 0, list.count() - 1, to);
  }

  private static void oneByteMore(ScatterGatherList list, ScatterGatherList to) {
    int last = list.count() - 1;
    addAll(list, 0, last, to);
    add(list, last, list.length(last) + 1, to);
  }

  private static Object backwards(Call call) throws Throwable {
    return call.is(QueuePair.class, "postRecv")
        ? with(
            ((ReceiveWorkRequest) call.arguments()[0]).buffers(),
            (list, to) -> {
              for (int i = list.count() - 1; i >= 0; i--) {
                add(list, i, list.length(i), to);
              }
            },
            call)
        : call.honestly();
  }

  /** Writes the first buffer alone before a write of several buffers with several keys. */
  private static Object leaks(Call call) throws Throwable {
    if (call.is(QueuePair.class, "postSend")
        && call.arguments()[0] instanceof SendWorkRequest request
        && request.opcode() == WorkOpcode.RDMA_WRITE
        && request.buffers().count() > 1
        && request.buffers().lkey(0) != request.buffers().lkey(1)) {
      SendWorkRequest first =
          new SendWorkRequest().write(request.remoteAddress(), request.remoteKey());
      add(request.buffers(), 0, request.buffers().length(0), first.buffers());
      Object[] others = call.arguments().clone();
      others[0] = first;
      call.honestlyWith(others);
    }
    return call.honestly();
  }
}
