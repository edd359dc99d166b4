package dev.weft.provider.fabric.wait;

import dev.weft.wait.Readiness;

/** The condition that an object has an event that one poll set has not reported (PS-017). */
public interface EventReport extends Readiness {

  /** Whether there is an event to report; marks it as reported. */
  boolean take();
}
