package dev.weft.provider.fabric.endpoint;

import dev.weft.completion.CompletionCounter;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.nic.message.MachineCounters;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The counters of an endpoint, by the kind of operation that they count ({@code fi_ep_bind(3)}).
 */
public final class BoundCounters {
  /** Operations of peers, which are counted with {@code FI_RMA_EVENT} only. */
  public static final long BY_PEERS = BindFlags.REMOTE_READ | BindFlags.REMOTE_WRITE;

  public static final long FLAGS =
      BindFlags.SEND | BindFlags.RECV | BindFlags.READ | BindFlags.WRITE | BY_PEERS;

  private final Map<Long, SoftwareCounter> byKind = new HashMap<>();

  /** Each counter once, in the order of binding; every doorbell iterates over it. */
  private final List<SoftwareCounter> bound = new ArrayList<>();

  void bind(ObjectClass endpoint, SoftwareCounter counter, long flags) {
    for (long kind = 1; kind <= flags; kind <<= 1) {
      if ((flags & kind) != 0 && byKind.containsKey(kind)) {
        throw AttributeChecks.invalid(
            "fi_ep_bind", BindFlags.describe(kind) + " is bound already", "Bind each kind once");
      }
    }
    if (flags != 0 && !bound.contains(counter)) {
      counter.bound(endpoint);
      bound.add(counter);
    }
    for (long kind = 1; kind <= flags; kind <<= 1) {
      if ((flags & kind) != 0) {
        byKind.put(kind, counter);
      }
    }
  }

  void each(Consumer<SoftwareCounter> action) {
    for (int i = 0; i < bound.size(); i++) { // no iterator: avoids garbage
      action.accept(bound.get(i));
    }
  }

  boolean anySleeps() {
    return bound.stream().anyMatch(counter -> counter.waiting().sleeps());
  }

  MachineCounters forMachine() {
    return new MachineCounters(
        core(BindFlags.SEND),
        core(BindFlags.RECV),
        core(BindFlags.READ),
        core(BindFlags.WRITE),
        core(BindFlags.REMOTE_READ),
        core(BindFlags.REMOTE_WRITE));
  }

  private CompletionCounter core(long kind) {
    SoftwareCounter counter = byKind.get(kind);
    return counter == null ? null : counter.core();
  }
}
