package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.OperationFlags;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Faults of small queues that never deliver entries for which posted receives leave no room. */
final class RoomFaults {

  private static final int SMALL = 8;

  private RoomFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofQueue(
            "stops at a write with data in a small queue",
            "CQ-058A",
            honest -> stops(honest, batch -> hasBits(batch, CompletionFlags.REMOTE_CQ_DATA))),
        Fault.ofQueue(
            "stops at a part of a multi-receive in a small queue",
            "CQ-058B",
            honest -> stops(honest, batch -> batch.buffer(0) != 0)),
        Fault.ofCalls(
            "lets messages overtake each other behind a multi-receive",
            "EP-028A",
            new Overtaking()),
        Fault.ofCalls(
            "forgets fenced sends once more wait than a small queue holds",
            "EP-023A",
            new Forgetting()));
  }

  /** Accepts fenced sends, of which only the first few of an endpoint are posted. */
  private static final class Forgetting implements Fault.Calls {
    private final Map<Object, Integer> posted = new ConcurrentHashMap<>();

    @Override
    public Object answer(Call call) throws Throwable {
      boolean fenced =
          call.is(Endpoint.class, "sendMsg")
              && ((long) call.arguments()[1] & OperationFlags.FENCE) != 0;
      return fenced && posted.merge(call.object(), 1, Integer::sum) > SMALL ? 0 : call.honestly();
    }
  }

  /** Swaps each two receives that are posted behind a multi-receive. */
  private static final class Overtaking implements Fault.Calls {
    private final Set<Object> endpoints = ConcurrentHashMap.newKeySet();
    private final Map<Object, Call> first = new ConcurrentHashMap<>();

    @Override
    public Object answer(Call call) throws Throwable {
      if (call.is(Endpoint.class, "recvMsg")) {
        endpoints.add(call.object());
      }
      if (!call.is(Endpoint.class, "recv") || !endpoints.contains(call.object())) {
        return call.honestly();
      }
      Call earlier = first.remove(call.object());
      if (earlier == null) {
        first.put(call.object(), call);
        return 0;
      }
      Object returned = call.honestly();
      earlier.honestly();
      return returned;
    }
  }

  private static boolean hasBits(CompletionBatch batch, long bits) {
    return (batch.flags(0) & bits) != 0;
  }

  /** Returns no entries from the first one on for which this holds. */
  private static CompletionQueue stops(CompletionQueue honest, Predicate<CompletionBatch> at) {
    return new ReadLiar(honest) {
      private volatile boolean stopped;

      @Override
      int lie(int returned, CompletionBatch batch, int count, AddressBatch sources) {
        if (returned > 0
            && honest.size() <= SMALL
            && batch.format() == CompletionFormat.TAGGED
            && at.test(batch)) {
          stopped = true;
        }
        return stopped ? -Errno.EAGAIN : returned;
      }
    };
  }
}
