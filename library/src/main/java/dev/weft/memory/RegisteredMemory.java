package dev.weft.memory;

import java.lang.foreign.MemorySegment;

/**
 * Memory that peers may name.
 *
 * @param key what they name it by
 * @param segment the memory
 * @param access the bits of what is allowed
 */
public record RegisteredMemory(long key, MemorySegment segment, long access) {
  /** {@code FI_REMOTE_READ}. */
  private static final long REMOTE_READ = 1L << 12;

  /** {@code FI_REMOTE_WRITE}. */
  private static final long REMOTE_WRITE = 1L << 13;

  /** Whether peers may read, or write, these bytes. */
  public boolean grants(long address, long length, boolean write) {
    boolean allowed = (access & (write ? REMOTE_WRITE : REMOTE_READ)) != 0;
    return allowed && address >= 0 && length >= 0 && address <= segment.byteSize() - length;
  }
}
