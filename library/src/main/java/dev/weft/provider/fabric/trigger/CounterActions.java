package dev.weft.provider.fabric.trigger;

import java.util.Collection;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The actions that wait for one counter, in the order in which they start. Errors of the counter
 * count for some of them only, so there are two queues, of which the heads become due first.
 *
 * <p>The caller holds the lock of the list.
 */
final class CounterActions {
  private final ThresholdCounter counter;
  private final PriorityQueue<ThresholdAction> bySuccesses = new PriorityQueue<>();
  private final PriorityQueue<ThresholdAction> byAllEvents = new PriorityQueue<>();

  CounterActions(ThresholdCounter counter) {
    this.counter = counter;
  }

  boolean isFor(ThresholdCounter other) {
    return counter.equals(other);
  }

  boolean isEmpty() {
    return bySuccesses.isEmpty() && byAllEvents.isEmpty();
  }

  void add(ThresholdAction one) {
    (one.countsErrors() ? byAllEvents : bySuccesses).add(one);
  }

  /** The due action that starts next, which stays; null if none is due. */
  ThresholdAction due() {
    ThresholdAction one = due(bySuccesses);
    ThresholdAction other = due(byAllEvents);
    return one == null || (other != null && other.compareTo(one) < 0) ? other : one;
  }

  private static ThresholdAction due(PriorityQueue<ThresholdAction> actions) {
    ThresholdAction first = actions.peek();
    return first != null && first.isDue() ? first : null;
  }

  /** Called before the counter is set. */
  void noteDue() {
    bySuccesses.forEach(ThresholdAction::noteDue);
    byAllEvents.forEach(ThresholdAction::noteDue);
  }

  void remove(ThresholdAction one) {
    (one.countsErrors() ? byAllEvents : bySuccesses).remove(one);
  }

  /** Moves the actions with this property to a collection. */
  void removeIf(Predicate<ThresholdAction> condition, Collection<ThresholdAction> removed) {
    Predicate<ThresholdAction> moves = one -> condition.test(one) && removed.add(one);
    bySuccesses.removeIf(moves);
    byAllEvents.removeIf(moves);
  }

  Stream<ThresholdAction> all() {
    return Stream.concat(bySuccesses.stream(), byAllEvents.stream());
  }
}
