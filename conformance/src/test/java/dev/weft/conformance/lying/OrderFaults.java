package dev.weft.conformance.lying;

import dev.weft.fabric.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Faults of endpoints whose accesses of memory, or messages behind them, lose their order. */
final class OrderFaults {

  private OrderFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofCalls(
            "delivers a message whose write has not arrived",
            "EP-028B",
            call -> call.is(Endpoint.class, "write") ? 0 : call.honestly()),
        overtakes("write", "write", "EP-028C"),
        overtakes("read", "write", "EP-028D"),
        overtakes("write", "read", "EP-028E"));
  }

  private static Fault overtakes(String later, String earlier, String caughtBy) {
    return Fault.ofCalls(
        "lets a " + later + " overtake a " + earlier, caughtBy, new Late(earlier, later));
  }

  /** Posts an operation of one kind after the next operation of another kind. */
  private record Late(String kind, String next, Map<Object, Call> held) implements Fault.Calls {

    Late(String kind, String next) {
      this(kind, next, new ConcurrentHashMap<>());
    }

    @Override
    public Object answer(Call call) throws Throwable {
      Call earlier = call.is(Endpoint.class, next) ? held.remove(call.object()) : null;
      if (earlier != null) {
        Object returned = call.honestly();
        earlier.honestly();
        return returned;
      }
      if (!call.is(Endpoint.class, kind)) {
        return call.honestly();
      }
      held.put(call.object(), call);
      return 0;
    }
  }
}
