package dev.weft.ffm.linker;

import dev.weft.ffm.layout.Struct;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A C struct in memory of its own, with its members by name. For setting up objects; the data path
 * uses offsets.
 *
 * @param type the layout
 * @param memory the struct, and nothing else
 */
public record CStruct(Struct type, MemorySegment memory) {

  /** A zeroed struct. */
  public static CStruct in(Arena arena, Struct type) {
    return new CStruct(type, arena.allocate(type.size(), Long.BYTES));
  }

  /** The address to hand to C. */
  public long address() {
    return memory.address();
  }

  /** A member of 8 bytes. */
  public long word(String member) {
    return memory.get(ValueLayout.JAVA_LONG, type.offset(member));
  }

  /** Sets a member of 8 bytes. */
  public CStruct word(String member, long value) {
    memory.set(ValueLayout.JAVA_LONG, type.offset(member), value);
    return this;
  }

  /** A member of 4 bytes. */
  public int integer(String member) {
    return memory.get(ValueLayout.JAVA_INT, type.offset(member));
  }

  /** Sets a member of 4 bytes. */
  public CStruct integer(String member, int value) {
    memory.set(ValueLayout.JAVA_INT, type.offset(member), value);
    return this;
  }

  /** A member of 2 bytes, as a number that is not negative. */
  public int half(String member) {
    return Short.toUnsignedInt(memory.get(ValueLayout.JAVA_SHORT, type.offset(member)));
  }

  /** Sets a member of 2 bytes. */
  public CStruct half(String member, int value) {
    memory.set(ValueLayout.JAVA_SHORT, type.offset(member), (short) value);
    return this;
  }

  /** A member of 1 byte, as a number that is not negative. */
  public int octet(String member) {
    return Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, type.offset(member)));
  }

  /** Sets a member of 1 byte. */
  public CStruct octet(String member, int value) {
    memory.set(ValueLayout.JAVA_BYTE, type.offset(member), (byte) value);
    return this;
  }

  /** The memory of a member. */
  public MemorySegment bytes(String member) {
    return memory.asSlice(type.offset(member), type.members().get(member).size());
  }

  /** A member that is a struct. */
  public CStruct inner(String member, Struct inner) {
    return new CStruct(inner, bytes(member));
  }
}
