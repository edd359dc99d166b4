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
  private final String name;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private long end;
  private long alignment = 1;

  /** A struct without members. */
  public Struct(String name) {
    this.name = name;
  }

  /** A table of functions: {@code size_t size}, then one pointer for each function. */
  static Struct table(String name, String... functions) {
    return new Struct(name).words("size").words(functions);
  }

  /** Appends members of 8 bytes: pointers, {@code size_t} and {@code uint64_t}. */
  public Struct words(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_LONG.byteSize());
    }
    return this;
  }

  /** Appends members of 4 bytes: {@code int}, {@code uint32_t} and enums. */
  public Struct ints(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_INT.byteSize());
    }
    return this;
  }

  /** Appends members of 2 bytes. */
  public Struct shorts(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_SHORT.byteSize());
    }
    return this;
  }

  /** Appends members of 1 byte. */
  public Struct bytes(String... names) {
    for (String member : names) {
      append(member, ValueLayout.JAVA_BYTE.byteSize());
    }
    return this;
  }

  /** Appends a member with the size and the alignment of its type: an array or a union. */
  public Struct block(String member, long size, long memberAlignment) {
    end = aligned(memberAlignment);
    alignment = Math.max(alignment, memberAlignment);
    members.put(member, new Member(end, size));
    end += size;
    return this;
  }

  /** Adds a part of a block, for which no room is added; C names it with dots. */
  public Struct part(String member, String block, long offset, long size) {
    members.put(member, new Member(offset(block) + offset, size));
    return this;
  }

  /** Appends a struct. */
  public Struct struct(String member, Struct type) {
    return block(member, type.size(), type.alignment);
  }

  private void append(String member, long size) {
    block(member, size, size);
  }

  private long aligned(long boundary) {
    return (end + boundary - 1) / boundary * boundary;
  }

  /** The name after {@code struct}. */
  public String name() {
    return name;
  }

  /** {@code sizeof}: bytes, the padding at the end included. */
  public long size() {
    return aligned(alignment);
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
