package dev.weft.fabric;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What one provider says to a query: what it can open, or why nothing matches.
 *
 * @param provider name of the provider
 * @param infos what can be opened, best first; empty when nothing matches
 * @param reasons why nothing matches; empty when something does
 */
public record QueryAnswer(String provider, List<FabricInfo> infos, List<Mismatch> reasons) {

  /** Copies the lists. */
  public QueryAnswer {
    Require.notNull("provider", provider);
    infos = List.copyOf(Require.notNull("infos", infos));
    reasons = List.copyOf(Require.notNull("reasons", reasons));
    if (infos.isEmpty() == reasons.isEmpty()) {
      throw new IllegalArgumentException(
          "infos=%s, reasons=%s, allowed exactly one of them".formatted(infos, reasons));
    }
  }

  /** The provider can open each of {@code infos}, best first. */
  public static QueryAnswer matched(String provider, List<FabricInfo> infos) {
    return new QueryAnswer(provider, infos, List.of());
  }

  /** The provider can open nothing. */
  public static QueryAnswer refused(String provider, List<Mismatch> reasons) {
    return new QueryAnswer(provider, List.of(), reasons);
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
