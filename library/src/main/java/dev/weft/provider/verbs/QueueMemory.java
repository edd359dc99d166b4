package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.lang.foreign.MemorySegment;

/** Memory of a queue, from an allocator or the default (VX-15 to VX-17). */
public final class QueueMemory {
  /** No allocator memory: the queue has its own. */
  public static final QueueMemory DEFAULT = new QueueMemory(null, null, 0);

  private final SoftwareParentDomain domain;
  private final MemorySegment memory;
  private final long resourceType;

  private QueueMemory(SoftwareParentDomain domain, MemorySegment memory, long resourceType) {
    this.domain = domain;
    this.memory = memory;
    this.resourceType = resourceType;
  }

  /**
   * Calls the domain's allocator; ENOMEM if it returns null or too little.
   *
   * @throws IllegalArgumentException if not every thread may write to the memory
   */
  static QueueMemory of(
      SoftwareParentDomain domain, long size, long alignment, long resourceType, String call) {
    MemorySegment given =
        domain
            .allocator()
            .allocate(domain, domain.allocatorContext(), size, alignment, resourceType);
    if (given == null) {
      throw new VerbsException(VerbsErrno.ENOMEM, call, "the allocator gave nothing", "");
    }
    if (given.equals(QueueAllocator.USE_DEFAULT)) {
      return DEFAULT;
    }
    QueueMemory memory = new QueueMemory(domain, given, resourceType);
    boolean usable = false;
    try {
      memory.require(size, alignment, call);
      usable = true;
      return memory;
    } finally {
      if (!usable) {
        memory.free();
      }
    }
  }

  private void require(long size, long alignment, String call) {
    Require.forAllThreads("memory", memory);
    Require.writable("memory", memory);
    if (memory.byteSize() < size || memory.address() % alignment != 0) {
      String detail = memory + ", asked for " + size + " bytes aligned to " + alignment;
      throw new VerbsException(VerbsErrno.ENOMEM, call, detail, "");
    }
  }

  /** The memory, or null if the queue has its own. */
  MemorySegment segment() {
    return memory;
  }

  /** Returns it to the allocator. Call once. */
  public void free() {
    if (memory != null) {
      domain.allocator().free(domain, domain.allocatorContext(), memory, resourceType);
    }
  }
}
