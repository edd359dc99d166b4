package dev.weft.provider.fabric;

/** What reads of an event queue drive, and what reports to it then. Any thread may call it. */
interface EventSource {

  /** Looks what peers have said. */
  void progress();

  /** {@link #progress} before sleeping: asks peers for a ring of the doorbell first. */
  void progressAndArm();
}
