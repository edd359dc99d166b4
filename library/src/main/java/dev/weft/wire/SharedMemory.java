package dev.weft.wire;

import java.lang.foreign.MemorySegment;

/** Memory of this process that peers can map. Any thread may call any method. */
public interface SharedMemory extends AutoCloseable {

  /** Where bytes lie: a file, which its owner has given a number, and an offset in it. */
  final class Place {
    /** Who made the file; random. */
    public long owner;

    /** Which of the owner's files. */
    public long file;

    /** Where in the file, in bytes. */
    public long offset;

    /** A place that is not set. */
    public Place() {}
  }

  /**
   * Memory full of zeros, aligned to 64 bytes, which lives as long as somebody refers to it.
   *
   * @throws WireException where there is no room
   */
  MemorySegment allocate(long bytes);

  /**
   * Finds out where bytes lie that this has allocated.
   *
   * @return false where it has not
   */
  boolean find(MemorySegment segment, long offset, long length, Place place);

  /** Lets peers touch memory until it is revoked. */
  interface Grant {

    /** Lets nobody in any more, and waits until nobody is inside. Any thread. */
    void revoke();
  }

  /**
   * Lets peers touch registered memory without this side's help, at ports whose owner has {@link
   * PortListener#memory this memory}.
   *
   * @return null where it does not lie in here, or too much is granted already
   */
  Grant grant(long key, MemorySegment segment, long access);

  /** Peers that have not mapped it yet cannot any more; it stays memory. */
  @Override
  void close();
}
