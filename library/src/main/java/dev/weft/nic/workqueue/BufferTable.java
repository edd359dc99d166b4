package dev.weft.nic.workqueue;

import dev.weft.nic.memory.AccessFlags;
import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.memory.Region;
import dev.weft.nic.memory.Region.Copied;
import dev.weft.nic.packet.WcStatus;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.SharedMemory.Location;
import dev.weft.wire.ShortCopy;
import dev.weft.wire.process.ProcessMemory;
import java.lang.foreign.MemorySegment;

/**
 * Accesses to scatter/gather lists, stored in word arrays with two words per buffer: the address,
 * then length and key.
 *
 * <p>Each access looks up the key again, so that deregistered memory is not touched. The caller
 * holds the machine's lock.
 */
public final class BufferTable {
  private final ProtectionTable table;
  private final int domain;
  private final Walk reading = new Walk(false);
  private final Walk writing = new Walk(true);

  /** An access found no memory although protection allowed it. */
  private boolean gone;

  public BufferTable(ProtectionTable table, int domain) {
    this.table = table;
    this.domain = domain;
  }

  static void set(long[] list, int at, long address, int length, int key) {
    list[at] = address;
    list[at + 1] = (long) length << 32 | Integer.toUnsignedLong(key);
  }

  /** Copies a list. Most have one buffer, for which a loop costs more, and a bulk copy too. */
  static void copy(long[] from, long[] to, int at, int count) {
    if (count > 0) {
      to[at] = from[0];
      to[at + 1] = from[1];
    }
    for (int i = 2; i < 2 * count; i++) {
      to[at + i] = from[i];
    }
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

  /** Total bytes of a list. */
  public static long total(long[] list, int at, int count) {
    if (count == 1) {
      return length(list, at); // most lists have one, and a loop costs more
    }
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += length(list, at + 2 * i);
    }
    return sum;
  }

  /**
   * Whether the buffers that cover the first {@code size} bytes may be read, or written, with their
   * keys. If there are several, none may be closed, because the copy would stop in the middle.
   */
  boolean allows(long[] list, int at, int count, long size, boolean write) {
    long before = 0;
    for (int i = 0; i < count && before < size; i++) {
      int buffer = at + 2 * i;
      Region memory = find(list, buffer, write);
      boolean usable = memory != null && (count == 1 || memory.isOpen());
      if (length(list, buffer) != 0 && !usable) {
        return false;
      }
      before += length(list, buffer);
    }
    return true;
  }

  private Region find(long[] list, int buffer, boolean write) {
    Region memory = table.find(key(list, buffer));
    int wanted = write ? AccessFlags.LOCAL_WRITE : 0;
    boolean allowed =
        memory != null
            && memory.domain == domain
            && memory.kind == Region.Kind.REGION
            && memory.grants(address(list, buffer), length(list, buffer), wanted);
    return allowed ? memory : null;
  }

  /**
   * Finds the location of a buffer.
   *
   * @param addresses whether an address in this process is a location
   * @return false if it is not readable or has no location
   */
  boolean find(long[] list, int buffer, SharedMemory shared, boolean addresses, Location location) {
    Region region = find(list, buffer, false);
    if (region == null || !region.isOpen()) {
      return false;
    }
    long offset = address(list, buffer) - region.base;
    return shared.find(region.segment, offset, length(list, buffer), location)
        || (addresses && location.setAddress(region.segment, offset));
  }

  /** Whether the bytes lie in the first buffer; most lists have only one. */
  private static boolean isInFirst(long[] list, int at, int count, long skip, long size) {
    return count > 0 && size > 0 && skip + size <= length(list, at);
  }

  /**
   * An iteration over a list: call begin, then next while bytes are left.
   *
   * <p>Two may be active at once: a queue pair connected to itself reads its request while it
   * writes its receive.
   */
  private final class Walk {
    private final boolean write;
    private int buffer;
    private int end;
    private long before;

    /** Offset of the part that {@link #next} found, in its memory. */
    long offset;

    /** Length of that part in bytes. */
    long part;

    Walk(boolean write) {
      this.write = write;
    }

    void begin(int at, int count, long skip) {
      buffer = at;
      end = at + 2 * count;
      before = skip;
    }

    /**
     * The memory of the next part of up to {@code most} bytes; null at the end or without access.
     */
    Region next(long[] list, long most) {
      while (buffer < end && before >= length(list, buffer)) {
        before -= length(list, buffer);
        buffer += 2;
      }
      Region memory = buffer < end ? find(list, buffer, write) : null;
      if (memory != null) {
        offset = address(list, buffer) - memory.base + before;
        part = Math.min(length(list, buffer) - before, most);
        before += part;
      }
      return memory;
    }
  }

  /**
   * Copies a part of the bytes into a claimed frame.
   *
   * @param skip bytes before the part
   * @param frame frame position; the part is written at its start
   * @return false if protection denies the access
   */
  boolean gather(
      long[] list, int at, int count, long skip, FrameWriter out, long frame, long size) {
    if (isInFirst(list, at, count, skip, size)) {
      Region memory = find(list, at, false);
      return memory != null
          && isDone(memory.put(out, frame, address(list, at) - memory.base + skip, size));
    }
    reading.begin(at, count, skip);
    for (long done = 0; done < size; done += reading.part) {
      Region memory = reading.next(list, size - done);
      if (memory == null || !isDone(memory.put(out, frame + done, reading.offset, reading.part))) {
        return false;
      }
    }
    return true;
  }

  private boolean isDone(Copied copied) {
    gone |= copied == Copied.GONE;
    return copied == Copied.DONE;
  }

  /**
   * Copies a part of the first frame's payload into the buffers, completely or not at all.
   *
   * @param skip bytes of the buffers before the part
   * @param from start of the part in the payload
   * @return false if protection denies the access
   */
  public boolean scatter(
      long[] list, int at, int count, long skip, FrameReader in, long from, long size) {
    if (count > 1 && !allows(list, at, count, skip + size, true)) {
      return false;
    }
    if (isInFirst(list, at, count, skip, size)) {
      Region memory = find(list, at, true);
      return memory != null
          && isDone(memory.take(in, from, address(list, at) - memory.base + skip, size));
    }
    writing.begin(at, count, skip);
    for (long done = 0; done < size; done += writing.part) {
      Region memory = writing.next(list, size - done);
      if (memory == null || !isDone(memory.take(in, from + done, writing.offset, writing.part))) {
        return false;
      }
    }
    return true;
  }

  /** {@link #gather} into a memory segment. */
  boolean copyTo(
      long[] list, int at, int count, long skip, MemorySegment to, long toOffset, long size) {
    if (isInFirst(list, at, count, skip, size)) {
      Region memory = find(list, at, false);
      long first = memory == null ? 0 : address(list, at) - memory.base + skip;
      return memory != null && copies(memory.segment, first, to, toOffset, size);
    }
    reading.begin(at, count, skip);
    for (long done = 0; done < size; done += reading.part) {
      Region memory = reading.next(list, size - done);
      if (memory == null
          || !copies(memory.segment, reading.offset, to, toOffset + done, reading.part)) {
        return false;
      }
    }
    return true;
  }

  /** {@link #scatter} from a memory segment. */
  public boolean copyFrom(
      long[] list, int at, int count, long skip, MemorySegment from, long fromOffset, long size) {
    writing.begin(at, count, skip);
    for (long done = 0; done < size; done += writing.part) {
      Region memory = writing.next(list, size - done);
      if (memory == null
          || !copies(from, fromOffset + done, memory.segment, writing.offset, writing.part)) {
        return false;
      }
    }
    return true;
  }

  /** {@link #scatter} from another process. */
  public boolean read(
      long[] list, int at, int count, long skip, ProcessMemory from, long address, long size) {
    writing.begin(at, count, skip);
    for (long done = 0; done < size; done += writing.part) {
      Region memory = writing.next(list, size - done);
      if (memory == null
          || !reads(from, address + done, memory.segment, writing.offset, writing.part)) {
        return false;
      }
    }
    return true;
  }

  private static boolean reads(
      ProcessMemory from, long address, MemorySegment to, long toOffset, long size) {
    try {
      from.read(address, to, toOffset, size);
      return true;
    } catch (IllegalStateException | WrongThreadException unreadableOrClosedByItsOwner) {
      return false;
    }
  }

  /** Copies; false if a memory is gone. */
  static boolean copies(MemorySegment from, long at, MemorySegment to, long toOffset, long size) {
    try {
      ShortCopy.copy(from, at, to, toOffset, size);
      if (from.isMapped() || to.isMapped()) {
        DeferredMmapFault.checkFault();
      }
      return true;
    } catch (IllegalStateException | WrongThreadException closedByItsOwner) {
      return false;
    } catch (InternalError noSuchPage) {
      return false; // the framed path attributes the fault
    }
  }

  /** Copies the data of a peer's request; false if protection denies the access. */
  public boolean receive(long[] list, int at, int count, RequestView view) {
    long size = view.length();
    if (isInFirst(list, at, count, 0, size)) {
      Region memory = find(list, at, true);
      return memory != null
          && view.copyTo(memory.segment, address(list, at) - memory.base, 0, size);
    }
    if (!allows(list, at, count, size, true)) {
      return false;
    }
    writing.begin(at, count, 0);
    for (long done = 0; done < size; done += writing.part) {
      Region memory = writing.next(list, size - done);
      if (memory == null || !view.copyTo(memory.segment, writing.offset, done, writing.part)) {
        return false;
      }
    }
    return true;
  }

  /** The status of a request whose access was denied; resets the reason. */
  public int failure() {
    int status = gone ? WcStatus.GENERAL : WcStatus.LOCAL_PROTECTION;
    gone = false;
    return status;
  }
}
