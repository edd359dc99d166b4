package dev.weft.ffm.fid;

import dev.weft.fabric.poll.Waitable;

/** An object that {@code fi_trywait(3)} can be asked about. */
public interface TryWaitable extends Waitable {

  /** Whether it has a file descriptor, or is a member of a wait set. */
  boolean hasDescriptor();

  /** {@code fi_trywait(3)} of this object; waiting threads look again, as it clears their event. */
  int tryWait();
}
