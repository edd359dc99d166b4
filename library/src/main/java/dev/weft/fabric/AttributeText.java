package dev.weft.fabric;

/**
 * Formats a structure as {@code fi_info -v} prints it: one line per field, nested structures
 * indented.
 */
final class AttributeText {

  private static final String INDENT = "    ";

  private final StringBuilder text;

  AttributeText(String structure) {
    text = new StringBuilder(structure).append(':');
  }

  AttributeText field(String name, Object value) {
    text.append('\n').append(INDENT).append(name).append(": ").append(value);
    return this;
  }

  AttributeText hex(String name, long value) {
    return field(name, "0x" + Long.toHexString(value));
  }

  /** {@code described} as by {@link FlagNames#describe}. */
  AttributeText bits(String name, String described) {
    String list = described.equals("0") ? "" : described.replace("|", ", ");
    return field(name, "[ " + list + " ]");
  }

  AttributeText nested(Object structure) {
    structure.toString().lines().forEach(line -> text.append('\n').append(INDENT).append(line));
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
