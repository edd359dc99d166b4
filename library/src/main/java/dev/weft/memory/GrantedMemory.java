package dev.weft.memory;

import java.lang.foreign.MemorySegment;

/**
 * A memory region with a key and access rights. An access is bracketed: {@link #enter}, copy,
 * {@link #exit}.
 */
public abstract class GrantedMemory {
  /** {@code FI_REMOTE_READ}. */
  private static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}. */
  private static final long REMOTE_WRITE = 1L << 13;

  private final long key;
  private final MemorySegment segment;

  /** Bytes of {@link #segment}; cached, because every access is checked against it. */
  private final long size;

  /** Whether its pages may be lost, because another process truncated the file. */
  private final boolean mayBeCut;

  private final long base;
  private final long access;

  /**
   * Makes a region.
   *
   * @param base the address of its first byte, as used by peers
   * @param access the access bits
   */
  protected GrantedMemory(long key, MemorySegment segment, long base, long access) {
    this.key = key;
    this.segment = segment;
    this.size = segment.byteSize();
    this.mayBeCut = segment.isMapped();
    this.base = base;
    this.access = access;
  }

  /** The key by which peers name the region. */
  public final long key() {
    return key;
  }

  /** The memory. */
  public final MemorySegment segment() {
    return segment;
  }

  /** The address of the first byte, as used by peers. */
  public final long base() {
    return base;
  }

  /** Whether the region holds all of these bytes. */
  public final boolean holds(long address, long length) {
    long offset = address - base;
    return offset >= 0 && length >= 0 && offset <= size - length;
  }

  /** The access bits. */
  public final long access() {
    return access;
  }

  /** Whether peers may read, or write, these bytes. */
  public final boolean grants(long address, long length, boolean write) {
    boolean allowed = (access & (write ? REMOTE_WRITE : REMOTE_READ)) != 0;
    return allowed && holds(address, length);
  }

  /** Whether another process may truncate the memory, so that an access may fault. */
  public final boolean mayBeCut() {
    return mayBeCut;
  }

  /** Begins an access, which {@link #exit} ends; false if the region is closed. */
  public abstract boolean enter();

  /**
   * Ends an access.
   *
   * @return false if the owner did not wait for it, so that the data read is invalid
   */
  public abstract boolean exit();

  /** Called after an operation of a peer has written this many bytes here. */
  public abstract void written(long bytes);
}
