package dev.weft.cli.top;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Samples of all objects of one kind: those that came since the last table, and those of that
 * table. An object of which none came is closed. Used by one thread at a time.
 *
 * @param <K> type of what tells the objects apart
 * @param <V> type of an object's state
 */
final class Samples<K extends Comparable<K>, V extends Sample> {
  private Map<K, V> shown = Map.of();
  private Map<K, V> now = new TreeMap<>();

  /** Adds a sample, which replaces an earlier one of the same object. */
  void add(K key, V sample) {
    now.put(key, sample);
  }

  boolean isEmpty() {
    return now.isEmpty();
  }

  /** What tells the open objects apart, in order. */
  List<K> keys() {
    return List.copyOf(now.keySet());
  }

  V get(K key) {
    return now.get(key);
  }

  /** How much a figure of an object has grown in a second; NaN if it was not shown before. */
  double rate(K key, ToLongFunction<V> figure) {
    V before = shown.get(key);
    V after = now.get(key);
    if (before == null) {
      return Double.NaN;
    }
    double seconds = Duration.between(before.time(), after.time()).toNanos() / 1e9;
    return (figure.applyAsLong(after) - figure.applyAsLong(before)) / seconds;
  }

  /** The samples that came were shown; rates are counted from them. */
  void markShown() {
    shown = now;
    now = new TreeMap<>();
  }
}
