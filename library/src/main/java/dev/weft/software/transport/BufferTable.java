package dev.weft.software.transport;

import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;

/**
 * Lists of buffers in arrays of words, two words a buffer: the address, then length and key.
 *
 * <p>Every access looks the key up again, so that memory that was deregistered meanwhile is not
 * touched. All methods are for who is inside a machine.
 */
final class BufferTable {
  private final ProtectionTable table;
  private final int domain;

  BufferTable(ProtectionTable table, int domain) {
    this.table = table;
    this.domain = domain;
  }

  static void set(long[] list, int at, long address, int length, int key) {
    list[at] = address;
    list[at + 1] = (long) length << 32 | Integer.toUnsignedLong(key);
  }

  static long address(long[] list, int at) {
    return list[at];
  }

  static long length(long[] list, int at) {
    return list[at + 1] >>> 32;
  }

  static int key(long[] list, int at) {
    return (int) list[at + 1];
  }

  /** All bytes of a list. */
  static long total(long[] list, int at, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += length(list, at + 2 * i);
    }
    return sum;
  }

  /** Whether all of it may be read, or written, with the keys that it names. */
  boolean allows(long[] list, int at, int count, boolean write) {
    for (int i = 0; i < count; i++) {
      int buffer = at + 2 * i;
      if (length(list, buffer) != 0 && find(list, buffer, write) == null) {
        return false;
      }
    }
    return true;
  }

  private ProtectedMemory find(long[] list, int buffer, boolean write) {
    ProtectedMemory memory = table.find(key(list, buffer));
    int wanted = write ? AccessFlags.LOCAL_WRITE : 0;
    boolean allowed =
        memory != null
            && memory.domain == domain
            && memory.kind == ProtectedMemory.Kind.REGION
            && memory.grants(address(list, buffer), length(list, buffer), wanted);
    return allowed ? memory : null;
  }

  /**
   * Copies a part of the bytes into a claimed frame.
   *
   * @param skip bytes before the part
   * @param frame where the part goes, as if the frame began there
   * @return false where protection does not allow it
   */
  boolean gather(
      long[] list, int at, int count, long skip, FrameWriter out, long frame, long size) {
    long before = skip;
    long done = 0;
    for (int buffer = at; buffer < at + 2 * count && done < size; buffer += 2) {
      long length = length(list, buffer);
      if (before >= length) {
        before -= length;
        continue;
      }
      ProtectedMemory memory = find(list, buffer, false);
      if (memory == null) {
        return false;
      }
      long part = Math.min(length - before, size - done);
      long from = address(list, buffer) - memory.base + before;
      if (!put(out, frame + done, memory, from, part)) {
        return false;
      }
      done += part;
      before = 0;
    }
    return true;
  }

  /**
   * Copies a part of the first frame's payload into the buffers.
   *
   * @param skip bytes of the buffers before the part
   * @param from where the part begins in the payload
   * @return false where protection does not allow it
   */
  boolean scatter(long[] list, int at, int count, long skip, FrameReader in, long from, long size) {
    long before = skip;
    long done = 0;
    for (int buffer = at; buffer < at + 2 * count && done < size; buffer += 2) {
      long length = length(list, buffer);
      if (before >= length) {
        before -= length;
        continue;
      }
      ProtectedMemory memory = find(list, buffer, true);
      if (memory == null) {
        return false;
      }
      long part = Math.min(length - before, size - done);
      long to = address(list, buffer) - memory.base + before;
      if (!take(in, from + done, memory, to, part)) {
        return false;
      }
      done += part;
      before = 0;
    }
    return true;
  }

  private static boolean put(
      FrameWriter out, long frame, ProtectedMemory memory, long from, long size) {
    try {
      out.put(frame, memory.segment, from, size);
      return true;
    } catch (IllegalStateException | WrongThreadException closedByItsOwner) {
      return false;
    }
  }

  private static boolean take(
      FrameReader in, long from, ProtectedMemory memory, long to, long size) {
    try {
      in.take(from, memory.segment, to, size);
      return true;
    } catch (IllegalStateException | WrongThreadException closedByItsOwner) {
      return false;
    }
  }
}
