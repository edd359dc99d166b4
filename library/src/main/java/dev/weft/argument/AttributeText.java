package dev.weft.argument;

/**
 * Formats a structure as {@code fi_info -v} prints it: one line per field, nested structures
 * indented.
 */
public final class AttributeText {

  private static final String INDENT = "    ";

  private final StringBuilder text;

  public AttributeText(String structure) {
    text = new StringBuilder(structure).append(':');
  }

  public AttributeText field(String name, Object value) {
    text.append('\n').append(INDENT).append(name).append(": ").append(value);
    return this;
  }

  public AttributeText hex(String name, long value) {
    return field(name, "0x" + Long.toHexString(value));
  }

  /** {@code described} as by {@link FlagNames#describe}. */
  public AttributeText bits(String name, String described) {
    String list = described.equals("0") ? "" : described.replace("|", ", ");
    return field(name, "[ " + list + " ]");
  }

  public AttributeText nested(Object structure) {
    structure.toString().lines().forEach(line -> text.append('\n').append(INDENT).append(line));
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
