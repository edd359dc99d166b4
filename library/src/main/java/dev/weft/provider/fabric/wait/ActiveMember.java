package dev.weft.provider.fabric.wait;

import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.Readiness;

/** A member of a poll set, wait set or selector. */
interface ActiveMember {

  /** The condition that there is an event; advances as before sleeping. */
  Readiness event();

  /**
   * Whether every doorbell of it is a method call of the sender. Else the sender makes a system
   * call, and a thread of this process rings.
   */
  default boolean isRungInProcess() {
    return false;
  }

  /** Called before it is armed: has its events activate this entry, unless they do already. */
  default void listen(MemberEntry<?> entry) {}

  /** Whether it makes progress in polls only now, although its doorbells are armed. */
  default boolean needsPolls() {
    return false;
  }

  /** The deferred work that its progress starts, or null. */
  default DeferredWorkList work() {
    return null;
  }
}
