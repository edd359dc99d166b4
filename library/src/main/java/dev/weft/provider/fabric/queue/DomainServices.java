package dev.weft.provider.fabric.queue;

import dev.weft.fabric.Domain;
import dev.weft.memory.MemoryTable;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.provider.fabric.wait.ProgressThread;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;

/** What the objects of a domain use of it. Any thread may call any method. */
public interface DomainServices extends Domain, Parent {

  Wire wire();

  /** The registered memory. */
  MemoryTable memory();

  /** Allocates memory that other processes can map; or null. */
  SharedMemory shared();

  /** The progress thread, or null if reads drive progress. */
  ProgressThread progressThread();

  /** The triggered operations and deferred work. */
  DeferredWorkList work();

  /** Whether several threads may use the domain's objects at the same time. */
  boolean isThreadSafe();
}
