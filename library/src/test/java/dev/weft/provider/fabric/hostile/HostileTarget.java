package dev.weft.provider.fabric.hostile;

/** The requests of a hostile conversation to its victim, which may be in another process. */
interface HostileTarget {
  /** Records the peer's log of its frames, for the analysis of a failure. */
  void tell(String what);

  /** Takes all queued completions. */
  void take();

  /** Posts a receive of a message that must have these bytes. */
  void receive(boolean tagged, long tag, byte... wanted);

  /** Posts a multi-receive. */
  void receiveMany(long bytes);

  /** Sends to the peer, and completes when the message has been delivered. */
  void send(int bytes);

  /** Sends a message that the peer does not acknowledge, so it is pending until the link ends. */
  void sendHeld();

  /** Writes into the peer's memory. */
  void write(int bytes, long address);

  /** Reads the peer's memory, which must be zero. */
  void read(int bytes, long address);

  /** Registers a region, and closes it. */
  void register();

  /** Fails unless all receives have ended with the right bytes; or, if not, none has. */
  void requireReceived(boolean all);

  /** Fails unless all reads and writes have succeeded with the right bytes; or, if not, none. */
  void requireAccessed(boolean all);

  /** Fails unless a valid write has stored these bytes. */
  void requireWritten(long at, byte... bytes);

  /**
   * Fails unless all operations succeeded with the right bytes; for conversations without a
   * mutation.
   */
  void requireSuccess();

  /** Fails unless the link ended with this violation, which the held message reports. */
  void requireBroken(HostileViolation violation);
}
