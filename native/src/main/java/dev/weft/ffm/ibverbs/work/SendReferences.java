package dev.weft.ffm.ibverbs.work;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.work.ScatterGatherList;
import java.lang.foreign.MemorySegment;

/**
 * The objects in C that send requests name. They are not destroyed between {@link #enter} and
 * {@link #leave}.
 */
public interface SendReferences {

  /** Begins a post that names objects. */
  void enter();

  /** Ends it. */
  void leave();

  /** The struct of a handle; 0 unless it is open and of the queue pair's domain. */
  long handle(AddressHandle handle);

  /** The struct of a window of type 2; 0 unless it is open and of the queue pair's domain. */
  long window(MemoryWindow window);

  /** Whether a window is open, and of another domain than the queue pair. */
  boolean isOfOtherDomain(MemoryWindow window);

  /** The struct of a region; 0 unless it is open and of the queue pair's domain. */
  long region(MemoryRegion region);

  /** A request that binds the window is posted. */
  void bound(MemoryWindow window, int key);

  /**
   * Copies the bytes of a buffer that was given by its address, out of a region that covers it.
   *
   * @return false if there is none
   */
  boolean copy(ScatterGatherList list, int index, MemorySegment target, long at);
}
