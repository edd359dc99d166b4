package dev.weft.conformance.lying;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.WaitSet;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Faults of poll sets and wait sets. */
final class PollFaults {

  private static final int MANY = 64;

  private PollFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofCalls("uses up reports that do not fit", "PS-012", PollFaults::usesUp),
        Fault.ofCalls("uses up reports at count 0", "PS-014", PollFaults::usesUp),
        Fault.ofCalls("stores more than count", "PS-011", PollFaults::storesMore),
        Fault.ofCalls("reports no null context", "PS-015", PollFaults::skipsNull),
        Fault.ofCalls("closes poll sets with members", "PS-016", PollFaults::closesBusy),
        Fault.ofCalls("closes wait sets with members", "WS-009", PollFaults::closesBusy),
        Fault.ofCalls("takes a timeout for an event", "WS-006", PollFaults::timeoutIsAnEvent),
        Fault.ofCalls("forgets what came before the wait", "WS-012", PollFaults::waitsForMore));
  }

  private static Object usesUp(Call call) throws Throwable {
    if (!call.is(PollSet.class, "poll")) {
      return call.honestly();
    }
    Object[] all = new Object[MANY];
    int ready = (int) call.honestlyWith(all, MANY);
    int fitting = Math.min(ready, (int) call.arguments()[1]);
    System.arraycopy(all, 0, call.arguments()[0], 0, fitting);
    return fitting;
  }

  private static Object storesMore(Call call) throws Throwable {
    if (call.is(PollSet.class, "poll")) {
      Object[] contexts = (Object[]) call.arguments()[0];
      call.honestlyWith(contexts, contexts.length);
    }
    return call.honestly();
  }

  private static Object skipsNull(Call call) throws Throwable {
    Object answer = call.honestly();
    if (!call.is(PollSet.class, "poll")) {
      return answer;
    }
    Object[] contexts = (Object[]) call.arguments()[0];
    return (int)
        Arrays.stream(Arrays.copyOf(contexts, (int) answer)).filter(Objects::nonNull).count();
  }

  private static Object closesBusy(Call call) throws Throwable {
    boolean set = call.object() instanceof PollSet || call.object() instanceof WaitSet;
    try {
      return call.honestly();
    } catch (FabricException busy) {
      if (set && busy.errno() == Errno.EBUSY) {
        return null;
      }
      throw busy;
    }
  }

  private static Object timeoutIsAnEvent(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(WaitSet.class, "await") && answer.equals(-Errno.ETIMEDOUT) ? 0 : answer;
  }

  private static Object waitsForMore(Call call) throws Throwable {
    if (call.is(WaitSet.class, "await") && call.honestlyWith(0).equals(0)) {
      Posts.sleepWhile(Posts.count(), (int) call.arguments()[0]);
      return -Errno.ETIMEDOUT;
    }
    return call.honestly();
  }
}
