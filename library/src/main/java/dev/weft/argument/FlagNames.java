package dev.weft.argument;

/** The names of one namespace of flag bits, for messages and {@code toString}. */
public final class FlagNames {

  private final String[] names = new String[Long.SIZE];

  public FlagNames name(long bit, String name) {
    names[Long.numberOfTrailingZeros(bit)] = name;
    return this;
  }

  /** All bits that have a name. */
  long mask() {
    long mask = 0;
    for (int bit = 0; bit < names.length; bit++) {
      mask |= names[bit] == null ? 0 : 1L << bit;
    }
    return mask;
  }

  /** {@link #describe(long)} of an int, whose highest bit is one bit too. */
  public String describe(int flags) {
    return describe(Integer.toUnsignedLong(flags));
  }

  /** {@code FI_SEND|FI_MSG}, unknown bits as one hexadecimal number, {@code 0} for no bit. */
  public String describe(long flags) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < names.length; bit++) {
      if ((flags & 1L << bit) != 0 && names[bit] != null) {
        separate(text).append(names[bit]);
      }
    }
    long unknown = flags & ~mask();
    if (unknown != 0) {
      separate(text).append("0x%X".formatted(unknown));
    }
    return text.isEmpty() ? "0" : text.toString();
  }

  private static StringBuilder separate(StringBuilder text) {
    return text.isEmpty() ? text : text.append('|');
  }
}
