package dev.weft.conformance.lying;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.util.List;

/** Faults of counters. */
final class CounterFaults {

  private CounterFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofCalls("moves both values of a counter", "CN-001", CounterFaults::movesBoth),
        Fault.ofCalls("adds where it should set", "CN-010", CounterFaults::addsInstead),
        Fault.ofCalls("binds a second counter", "CN-007", CounterFaults::bindsTwice),
        Fault.ofCalls("lets old errors end a wait", "CN-012", CounterFaults::oldErrorsWin),
        Fault.ofCalls("has positive errors", "CN-013", CounterFaults::positiveErrors),
        Fault.ofCalls("sleeps through failures", "CN-014", CounterFaults::ignoresFailures),
        Fault.ofCalls("compares signed", "CN-022", CounterFaults::comparesSigned));
  }

  private static Object movesBoth(Call call) throws Throwable {
    if (call.is(Counter.class, "addErr")) {
      ((Counter) call.object()).add((long) call.arguments()[0]);
    }
    return call.honestly();
  }

  private static Object addsInstead(Call call) throws Throwable {
    return call.is(Counter.class, "set")
        ? (Object) ((Counter) call.object()).add((long) call.arguments()[0])
        : call.honestly();
  }

  private static Object bindsTwice(Call call) throws Throwable {
    try {
      return call.honestly();
    } catch (FabricException refusal) {
      if (call.is(Endpoint.class, "bind") && call.arguments()[0] instanceof Counter) {
        return null;
      }
      throw refusal;
    }
  }

  private static Object oldErrorsWin(Call call) throws Throwable {
    boolean failed = call.is(Counter.class, "await") && ((Counter) call.object()).readErr() != 0;
    return failed ? -Errno.EAVAIL : call.honestly();
  }

  private static Object positiveErrors(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(Counter.class, "await") ? (Object) Math.abs((int) answer) : answer;
  }

  private static Object ignoresFailures(Call call) throws Throwable {
    Object answer = call.honestly();
    while (call.is(Counter.class, "await") && answer.equals(-Errno.EAVAIL)) {
      answer = call.honestly();
    }
    return answer;
  }

  private static Object comparesSigned(Call call) throws Throwable {
    return call.is(Counter.class, "await")
            && (long) call.arguments()[0] <= ((Counter) call.object()).read()
        ? (Object) 0
        : call.honestly();
  }
}
