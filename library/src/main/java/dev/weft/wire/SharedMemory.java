package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/** Memory of this process that peers can map. Any thread may call any method. */
public interface SharedMemory extends AutoCloseable {

  /** The location of bytes: owner, file and offset; or an address in the sender's process. */
  final class Location {
    /** In place of an owner: the bytes lie in no file, and the offset is their address. */
    public static final long NO_FILE = 0;

    /** Random number of the {@link SharedMemory} that made the file, or {@link #NO_FILE}. */
    public long owner;

    /** Number of the file among the owner's files. */
    public long file;

    /** Offset in the file, in bytes; without a file the address. */
    public long offset;

    /** A location that is not set. */
    public Location() {}

    /** Sets it to the address of bytes in this process; false if they lie on the heap. */
    public boolean setAddress(MemorySegment segment, long at) {
      if (segment.isNative()) {
        owner = NO_FILE;
        file = 0;
        offset = segment.address() + at;
      }
      return segment.isNative();
    }

    /** Whether it is an address. */
    public boolean isAddress() {
      return owner == NO_FILE;
    }
  }

  /**
   * Allocates zeroed memory, aligned to 64 bytes, which lives as long as it is referenced.
   *
   * @throws WireException if there is no room
   */
  MemorySegment allocate(long bytes);

  /**
   * Finds the location of bytes that this object has allocated.
   *
   * @return false if it has not allocated them
   */
  boolean find(MemorySegment segment, long offset, long length, Location location);

  /** Permission for peers to access a region until it is revoked. */
  interface Grant {

    /** Denies further access and waits for current accesses to end. Any thread. */
    void revoke();
  }

  /**
   * Lets peers access registered memory directly, at ports whose owner has {@link
   * PortListener#memory this memory}.
   *
   * @param base the address of the first byte, as used by peers
   * @return null if the region is not in this memory, or there are too many grants
   */
  Grant grant(long key, MemorySegment segment, long base, long access);

  /** Peers can make no further mapping; the memory itself stays valid. */
  @Override
  void close();
}
