package dev.weft.cli;

import java.util.regex.Pattern;

/** Quotes words of a line that a user types into a shell. */
final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[\\w%+=:,./@-]+");

  private ShellWord() {}

  /** The word as it is, or in single quotes if a shell would change it. */
  static String of(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
