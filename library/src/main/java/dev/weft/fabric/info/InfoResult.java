package dev.weft.fabric.info;

import dev.weft.argument.Require;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of one provider's {@code fi_getinfo(3)}: what it can open, or why nothing matches.
 *
 * @param provider name of the provider
 * @param infos what can be opened, best first; empty when nothing matches
 * @param reasons why nothing matches; empty when something does
 */
public record InfoResult(String provider, List<FabricInfo> infos, List<Mismatch> reasons) {

  /** Copies the lists. */
  public InfoResult {
    Require.notNull("provider", provider);
    infos = List.copyOf(Require.notNull("infos", infos));
    reasons = List.copyOf(Require.notNull("reasons", reasons));
    if (infos.isEmpty() == reasons.isEmpty()) {
      throw new IllegalArgumentException(
          "infos=%s, reasons=%s, allowed exactly one of them".formatted(infos, reasons));
    }
  }

  /**
   * Compares the hints with each offer of the provider, attribute by attribute.
   *
   * @param hints the requested values; zero, UNSPEC and null mean anything
   * @param offers what the provider offers, best first, each with its limits set; at least one
   * @return the offers that match, as they are; or why the nearest ones do not
   */
  public static InfoResult of(String provider, FabricInfo hints, List<FabricInfo> offers) {
    List<FabricInfo> matching =
        offers.stream().filter(offer -> HintCheck.compare(hints, offer).isEmpty()).toList();
    return matching.isEmpty()
        ? refused(provider, nearest(hints, offers))
        : matched(provider, matching);
  }

  /** What is wrong with the offers of the requested endpoint type, or with all if none has it. */
  private static List<Mismatch> nearest(FabricInfo hints, List<FabricInfo> offers) {
    EndpointType type = hints.endpoint().type();
    List<FabricInfo> same =
        offers.stream().filter(offer -> offer.endpoint().type() == type).toList();
    List<List<Mismatch>> refusals =
        (same.isEmpty() ? offers : same)
            .stream().map(offer -> HintCheck.compare(hints, offer)).toList();
    int fewest = refusals.stream().mapToInt(List::size).min().orElseThrow();
    List<List<Mismatch>> nearest =
        refusals.stream().filter(refusal -> refusal.size() == fewest).toList();
    return nearest.getFirst().stream().map(reason -> withAlternatives(reason, nearest)).toList();
  }

  private static Mismatch withAlternatives(Mismatch reason, List<List<Mismatch>> refusals) {
    String available =
        refusals.stream()
            .flatMap(List::stream)
            .filter(other -> other.attribute().equals(reason.attribute()))
            .map(Mismatch::available)
            .distinct()
            .collect(Collectors.joining(" or "));
    return new Mismatch(reason.attribute(), reason.asked(), available);
  }

  /** The provider can open each of {@code infos}, best first. */
  public static InfoResult matched(String provider, List<FabricInfo> infos) {
    return new InfoResult(provider, infos, List.of());
  }

  /** The provider can open nothing. */
  public static InfoResult refused(String provider, List<Mismatch> reasons) {
    return new InfoResult(provider, List.of(), reasons);
  }

  /** Whether something can be opened. */
  public boolean matches() {
    return !infos.isEmpty();
  }

  /** One line: {@code loopback: matches (2)} or the reasons. */
  @Override
  public String toString() {
    String answer =
        matches()
            ? "matches (" + infos.size() + ")"
            : reasons.stream().map(Mismatch::toString).collect(Collectors.joining("; "));
    return provider + ": " + answer;
  }
}
