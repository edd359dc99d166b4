package dev.weft.ffm.layout;

import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The layout of a C struct: its size, and the offset and size of each member. Members are aligned
 * to their size, as on every 64-bit Linux.
 */
public final class Struct {
  private static final int ALIGNMENT = Long.BYTES;

  private final String name;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private long end;

  /** A struct without members. */
  Struct(String name) {
    this.name = name;
  }

  /** A table of functions: {@code size_t size}, then one pointer for each function. */
  static Struct table(String name, String... functions) {
    return new Struct(name).words("size").words(functions);
  }

  /** Appends members of 8 bytes: pointers, {@code size_t} and {@code uint64_t}. */
  Struct words(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_LONG.byteSize());
    }
    return this;
  }

  /** Appends members of 4 bytes: {@code int}, {@code uint32_t} and enums. */
  Struct ints(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_INT.byteSize());
    }
    return this;
  }

  /** Appends a struct. */
  Struct struct(String member, Struct type) {
    end = aligned(ALIGNMENT);
    members.put(member, new Member(end, type.size()));
    end += type.size();
    return this;
  }

  private void append(String member, long size) {
    end = aligned(size);
    members.put(member, new Member(end, size));
    end += size;
  }

  private long aligned(long alignment) {
    return (end + alignment - 1) / alignment * alignment;
  }

  /** The name after {@code struct}. */
  public String name() {
    return name;
  }

  /** {@code sizeof}: bytes, the padding at the end included. */
  public long size() {
    return aligned(ALIGNMENT);
  }

  /** {@code offsetof}: bytes from the start. */
  public long offset(String member) {
    Member known = members.get(member);
    if (known == null) {
      throw new IllegalArgumentException(
          "member=" + member + ", struct " + name + " has " + members.keySet());
    }
    return known.offset();
  }

  /** Every member by name, in the order of C. */
  public Map<String, Member> members() {
    return Collections.unmodifiableMap(members);
  }

  @Override
  public String toString() {
    return "struct " + name + " of " + size() + " bytes";
  }

  /**
   * A member of a struct.
   *
   * @param offset bytes from the start of the struct
   * @param size bytes
   */
  public record Member(long offset, long size) {}
}
