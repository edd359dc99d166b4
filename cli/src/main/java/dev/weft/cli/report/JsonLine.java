package dev.weft.cli.report;

import java.util.Locale;

/** Builds one JSON object on one line, its keys in the order of the calls. */
public final class JsonLine {
  private final StringBuilder text = new StringBuilder("{");

  /** Adds a text; null becomes {@code null}. */
  public JsonLine put(String key, String value) {
    return raw(key, value == null ? "null" : quote(value));
  }

  /** Adds a whole number. */
  public JsonLine put(String key, long value) {
    return raw(key, Long.toString(value));
  }

  /** Adds a truth value. */
  public JsonLine put(String key, boolean value) {
    return raw(key, Boolean.toString(value));
  }

  /**
   * Adds a number with this many decimals.
   *
   * @throws IllegalArgumentException for a value that JSON cannot hold
   */
  public JsonLine put(String key, double value, int decimals) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(key + "=" + value + " is not a JSON number");
    }
    return raw(key, String.format(Locale.ROOT, "%." + decimals + "f", value));
  }

  private JsonLine raw(String key, String value) {
    text.append(text.length() == 1 ? "" : ",").append(quote(key)).append(':').append(value);
    return this;
  }

  /** The object. */
  @Override
  public String toString() {
    return text + "}";
  }

  private static String quote(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value.chars().forEach(character -> appendEscaped(quoted, (char) character));
    return quoted.append('"').toString();
  }

  private static void appendEscaped(StringBuilder quoted, char character) {
    if (character == '"' || character == '\\') {
      quoted.append('\\').append(character);
    } else if (character < ' ') {
      quoted.append(String.format("\\u%04x", (int) character));
    } else {
      quoted.append(character);
    }
  }
}
