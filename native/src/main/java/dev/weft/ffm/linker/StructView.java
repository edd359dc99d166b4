package dev.weft.ffm.linker;

import dev.weft.ffm.layout.Struct;

/**
 * The members of a C struct in memory, by name. For setting up objects; the data path uses offsets.
 *
 * @param type the layout
 * @param address where the struct starts
 */
public record StructView(Struct type, long address) {

  /** A member of 8 bytes. */
  public long word(String member) {
    return CMemory.word(address + type.offset(member));
  }

  /** Sets a member of 8 bytes. */
  public StructView word(String member, long value) {
    CMemory.word(address + type.offset(member), value);
    return this;
  }

  /** A {@code size_t} as a number that is not negative: more than fits is the largest. */
  public long amount(String member) {
    long value = word(member);
    return value < 0 ? Long.MAX_VALUE : value;
  }

  /** A member of 4 bytes. */
  public int integer(String member) {
    return CMemory.integer(address + type.offset(member));
  }

  /** Sets a member of 4 bytes. */
  public StructView integer(String member, int value) {
    CMemory.integer(address + type.offset(member), value);
    return this;
  }

  /** The text that a pointer points to, or null. */
  public String text(String member) {
    return CMemory.text(word(member));
  }

  /** The struct that a pointer points to. */
  public StructView follow(String member, Struct target) {
    return new StructView(target, word(member));
  }
}
