package dev.weft.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reduces a failing list (delta debugging): drops chunks, from half of it down to single elements,
 * then replaces the rest by simpler elements, until nothing more can be reduced.
 *
 * @param <S> the element type
 */
public final class Shrinker<S> {
  /** The usual number of lists to try. */
  static final int TRIALS = 2000;

  private final Predicate<List<S>> fails;
  private final Function<S, List<S>> simpler;
  private int trials;

  /**
   * A shrinker with these rules.
   *
   * @param fails whether a list still shows the failure
   * @param simpler what may replace an element
   * @param trials the maximum number of lists to try
   */
  public Shrinker(Predicate<List<S>> fails, Function<S, List<S>> simpler, int trials) {
    this.fails = fails;
    this.simpler = simpler;
    this.trials = trials;
  }

  /** The shortest list that was found. */
  public List<S> shrink(List<S> failing) {
    List<S> before;
    List<S> best = failing;
    do {
      before = best;
      best = simplify(dropChunks(best));
    } while (!best.equals(before));
    return best;
  }

  private List<S> dropChunks(List<S> failing) {
    List<S> best = failing;
    for (int chunk = Math.max(1, best.size() / 2); chunk > 0; chunk /= 2) {
      for (int at = best.size() - chunk; at > -chunk; at -= chunk) {
        List<S> rest = new ArrayList<>(best);
        rest.subList(Math.max(0, at), at + chunk).clear();
        best = isFailing(rest) ? rest : best;
      }
    }
    return best;
  }

  private List<S> simplify(List<S> failing) {
    List<S> best = failing;
    for (int i = 0; i < best.size(); i++) {
      for (S candidate : simpler.apply(best.get(i))) {
        List<S> changed = new ArrayList<>(best);
        changed.set(i, candidate);
        best = isFailing(changed) ? changed : best;
      }
    }
    return best;
  }

  private boolean isFailing(List<S> list) {
    return trials-- > 0 && fails.test(list);
  }
}
