package dev.weft.wire.process;

import java.lang.foreign.MemorySegment;

/** The memory of one other process. Used by one thread at a time. */
public interface ProcessMemory {

  /**
   * Copies bytes of the process.
   *
   * @param address where they lie in the process
   * @param destination any memory of this process
   * @param at where they go in {@code destination}
   * @param size how many, at least 1
   * @throws UnreadableException if not all bytes are mapped there, or the process has ended
   * @throws IllegalStateException if the arena of {@code destination} is closed
   */
  void read(long address, MemorySegment destination, long at, long size);

  /** Whether a {@link #read} has found that the process has ended. */
  boolean hasEnded();
}
