package dev.weft.ffm.fid;

import dev.weft.fabric.poll.Waitable;

/** An object that {@code fi_trywait(3)} can be asked about. */
public interface TryWaitable extends Waitable {

  /**
   * Whether C has a wait object for it, or it is a member of a wait set. The descriptor of a wait
   * object is not always to be had: counters and ofi_rxd of 1.17 have no {@code FI_GETWAIT}.
   */
  boolean hasWaitObject();

  /** {@code fi_trywait(3)} of this object; waiting threads look again, as it clears their event. */
  int tryWait();
}
