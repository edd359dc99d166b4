package dev.weft.verbs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** Names of one set of flag bits, for messages and {@code toString}. */
final class BitNames {

  private final Map<Long, String> names = new LinkedHashMap<>();

  BitNames name(long bit, String name) {
    names.put(bit, name);
    return this;
  }

  /** Names of the set bits; unknown bits as one hexadecimal number, {@code 0} for no bit. */
  String describe(long flags) {
    StringJoiner text = new StringJoiner("|").setEmptyValue("0");
    long unknown = flags;
    for (Map.Entry<Long, String> named : names.entrySet()) {
      if ((flags & named.getKey()) != 0) {
        text.add(named.getValue());
        unknown &= ~named.getKey();
      }
    }
    return unknown == 0 ? text.toString() : text.add("0x%X".formatted(unknown)).toString();
  }
}
