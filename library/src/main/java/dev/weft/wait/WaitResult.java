package dev.weft.wait;

/** Why a wait ended. */
public enum WaitResult {
  /** The condition held. Another thread may have been faster since: read, and wait again. */
  READY,

  /** Somebody called {@link Notifier#signal}; this wait used the signal up. */
  SIGNALLED,

  /** The thread's interrupt status is set; it stays set. */
  INTERRUPTED,

  /** The deadline has passed. */
  TIMED_OUT,

  /** The notifier was closed. */
  CLOSED
}
