package dev.weft.conformance.lying;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.EndpointOption;
import java.util.List;

/** Faults with the end of peers. */
final class PeerFaults {
  private PeerFaults() {}

  static List<Fault> all() {
    return List.of(
        setting("keeps receives from a peer that has gone posted", "PE-002", 0),
        setting("ends receives from a peer that has gone unasked", "PE-001", 1),
        watching("posts no watch", "PE-006", 0),
        watching("reports the end of a peer twice", "PE-006", 2));
  }

  /** Sets the option to this value, whatever is asked. */
  private static Fault setting(String name, String clause, long value) {
    return Fault.ofCalls(
        name,
        clause,
        call -> {
          boolean lies =
              call.method().getName().equals("option")
                  && call.arguments().length == 2
                  && call.arguments()[0] == EndpointOption.RECV_ENDS_WITH_PEER;
          return lies ? call.honestlyWith(call.arguments()[0], value) : call.honestly();
        });
  }

  /** Posts so many watches instead of one. */
  private static Fault watching(String name, String clause, int times) {
    return Fault.ofCalls(
        name,
        clause,
        call -> {
          if (!(call.object() instanceof Endpoint)
              || !call.method().getName().equals("watchPeer")) {
            return call.honestly();
          }
          Object result = 0;
          for (int i = 0; i < times; i++) {
            result = call.honestly();
          }
          return result;
        });
  }
}
