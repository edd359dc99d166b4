package dev.weft.provider.fabric.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ObjectClass;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many open objects depend on another one, by kind: what it tells a program that closes it too
 * early. The caller holds the monitor of that object.
 */
public final class Dependents {
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Counts an object. */
  public void add(Object kind) {
    counts.merge(kind.toString(), 1, Integer::sum);
  }

  /** Reverses {@link #add}. */
  public void remove(Object kind) {
    counts.computeIfPresent(kind.toString(), (_, count) -> count == 1 ? null : count - 1);
  }

  /** How many there are. */
  public int total() {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  /** Throws FI_EBUSY if there is one. */
  public void requireNone(ObjectClass of) {
    if (!counts.isEmpty()) {
      throw new FabricException(
          Errno.EBUSY,
          "fi_close",
          "open objects depend on this " + of + ": " + this,
          "Close them first");
    }
  }

  /** For example {@code 1 CQ, 2 EP}. */
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }
}
