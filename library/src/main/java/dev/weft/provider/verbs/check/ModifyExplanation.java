package dev.weft.provider.verbs.check;

import dev.weft.nic.packet.AttributeRanges;
import dev.weft.nic.packet.Attributes;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Says why {@code ibv_modify_qp(3)} refuses attributes, by the tables that it checks them with.
 *
 * @param type as the caller knows it
 * @param transport the same for the engine
 * @param state the current state
 * @param draining whether requests of that state are still under way
 */
record ModifyExplanation(QueuePairType type, TransportType transport, int state, boolean draining) {

  /** What is wrong and what is allowed; empty if nothing is wrong. */
  String of(Attributes wanted, int mask) {
    int to = (mask & Attributes.STATE) != 0 ? wanted.state : state;
    int needed = States.needed(transport, state, to);
    if (needed == States.NOT_ALLOWED) {
      return move(to) + " is no transition, allowed to: " + reachable();
    }
    int missing = needed & ~mask;
    if (missing != 0) {
      return move(to) + " lacks " + QueuePairAttributeMask.describe(missing);
    }
    int taken = needed | States.optional(transport, state, to);
    int others = mask & ~Attributes.STATE & ~taken;
    if (others != 0) {
      return move(to)
          + " does not take "
          + QueuePairAttributeMask.describe(others)
          + ", allowed "
          + QueuePairAttributeMask.describe(taken | Attributes.STATE);
    }
    return draining && States.awaitsDraining(to)
        ? move(to) + ": sq_draining=1, allowed 0"
        : wrongValue(wanted, mask);
  }

  private String wrongValue(Attributes wanted, int mask) {
    String outside = AttributeRanges.outside(wanted, mask);
    if (outside != null) {
      return outside;
    }
    return (mask & Attributes.CURRENT_STATE) != 0 && wanted.currentState != state
        ? "cur_qp_state=%s, allowed %s".formatted(name(wanted.currentState), name(state))
        : "";
  }

  private String move(int to) {
    return "%s to %s of %s".formatted(name(state), name(to), type);
  }

  private String reachable() {
    return Arrays.stream(QueuePairState.values())
        .filter(to -> States.needed(transport, state, to.value()) != States.NOT_ALLOWED)
        .map(QueuePairState::name)
        .collect(Collectors.joining(", "));
  }

  private static String name(int state) {
    return QueuePairState.of(state).name();
  }
}
