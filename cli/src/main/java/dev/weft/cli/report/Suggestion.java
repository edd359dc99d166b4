package dev.weft.cli.report;

import java.util.Collection;
import java.util.Comparator;

/** Suggests a name for a mistyped one. */
public final class Suggestion {
  private static final int MAX_CHANGES = 2;

  private Suggestion() {}

  /** A question with the nearest of these names, to follow a sentence; empty if there is none. */
  public static String of(String typed, Collection<String> names) {
    return names.stream()
        .filter(name -> distance(typed, name) <= Math.min(MAX_CHANGES, typed.length() - 1))
        .min(Comparator.comparingInt(name -> distance(typed, name)))
        .map(name -> "did you mean " + name + "?")
        .orElse("");
  }

  /** Edit distance: the number of letters to insert, delete or replace. */
  static int distance(String one, String other) {
    int[] previous = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      previous[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] next = new int[other.length() + 1];
      next[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int replaced = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        next[column] =
            Math.min(
                Math.min(next[column - 1], previous[column]) + 1, previous[column - 1] + replaced);
      }
      previous = next;
    }
    return previous[other.length()];
  }
}
