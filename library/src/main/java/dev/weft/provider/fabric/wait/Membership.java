package dev.weft.provider.fabric.wait;

import dev.weft.fabric.poll.Waitable;

/** A registration that ends when its object is closed. */
interface Membership {

  /** The object. */
  Waitable member();

  /** Ends the registration; does nothing if it has ended. */
  void cancel();
}
