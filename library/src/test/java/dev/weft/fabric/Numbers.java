package dev.weft.fabric;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tables of names and numbers of C: {@code NAME 1, OTHER 2}. */
final class Numbers {

  private static final Pattern ENTRY = Pattern.compile("(\\w+) (\\d+)");

  private Numbers() {}

  static Map<String, Integer> parse(String table) {
    return ENTRY
        .matcher(table)
        .results()
        .collect(
            Collectors.toMap(entry -> entry.group(1), entry -> Integer.valueOf(entry.group(2))));
  }
}
