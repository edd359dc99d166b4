package dev.weft.memory;

import java.lang.foreign.MemorySegment;

/**
 * Memory that a key names, and what whoever knows the key may do with it. Whoever copies is inside
 * meanwhile: {@link #enter}, copy, {@link #exit}.
 */
public abstract class GrantedMemory {
  /** {@code FI_REMOTE_READ}. */
  private static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}. */
  private static final long REMOTE_WRITE = 1L << 13;

  private final long key;
  private final MemorySegment segment;
  private final long access;

  /**
   * Memory and its key.
   *
   * @param access the bits of what is allowed
   */
  protected GrantedMemory(long key, MemorySegment segment, long access) {
    this.key = key;
    this.segment = segment;
    this.access = access;
  }

  /** What peers name it by. */
  public final long key() {
    return key;
  }

  /** The memory. */
  public final MemorySegment segment() {
    return segment;
  }

  /** The bits of what is allowed. */
  public final long access() {
    return access;
  }

  /** Whether peers may read, or write, these bytes. */
  public final boolean grants(long address, long length, boolean write) {
    boolean allowed = (access & (write ? REMOTE_WRITE : REMOTE_READ)) != 0;
    return allowed && address >= 0 && length >= 0 && address <= segment.byteSize() - length;
  }

  /** Before copying, and {@link #exit} after it; false where nobody may enter any more. */
  public abstract boolean enter();

  /**
   * Ends what {@link #enter} began.
   *
   * @return false where the owner did not wait for it, so that what was read means nothing
   */
  public abstract boolean exit();

  /** An operation of a peer has written this many bytes here. */
  public abstract void written(long bytes);
}
