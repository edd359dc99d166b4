package dev.weft.wait;

/** Why a wait ended. */
public enum WaitResult {
  /** The condition held. Another thread may have taken the entry since: read, and wait again. */
  READY,

  /** {@link Notifier#signal} was called; this wait consumed the signal. */
  SIGNALLED,

  /** The thread's interrupt status is set; it stays set. */
  INTERRUPTED,

  /** The deadline has passed. */
  TIMED_OUT,

  /** The notifier was closed. */
  CLOSED
}
