package dev.weft.wire.shm;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.file.Path;

/**
 * A file of shared memory that this process made. Refers to the memory weakly: other memory may
 * later have the same address, so scopes are compared.
 */
final class MemoryFile implements Comparable<MemoryFile> {
  final long number;
  final Path path;
  final long start;
  private final long bytes;
  private final WeakReference<MemorySegment.Scope> scope;

  MemoryFile(long number, Path path, MemorySegment memory) {
    this.number = number;
    this.path = path;
    this.start = memory.address();
    this.bytes = memory.byteSize();
    this.scope = new WeakReference<>(memory.scope());
  }

  boolean holds(MemorySegment segment, long address, long length) {
    return address >= start
        && length <= bytes - (address - start)
        && scope.refersTo(segment.scope());
  }

  @Override
  public int compareTo(MemoryFile other) {
    int byStart = Long.compare(start, other.start);
    return byStart == 0 ? Long.compare(number, other.number) : byStart;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemoryFile file && compareTo(file) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}
