package dev.weft.provider.fabric;

/** What a hostile conversation asks of its victim, which may be in another process. */
interface HostileTarget {
  /** Keeps what the peer says of its frames, for who looks for the reason of a failure. */
  void tell(String what);

  /** Takes all completions that there are. */
  void take();

  /** Receives what is to be these bytes. */
  void receive(boolean tagged, long tag, byte... wanted);

  /** Receives many messages into one buffer. */
  void receiveMany(long bytes);

  /** Sends to the peer, and completes when the message has been delivered. */
  void send(int bytes);

  /** Sends what the peer does not acknowledge, until the link ends. */
  void sendHeld();

  /** Writes into the peer's memory. */
  void write(int bytes);

  /** Reads the peer's memory, which is to be zeros. */
  void read(int bytes);

  /** These bytes are where a valid write has put them. */
  void requireWritten(long at, byte... bytes);

  /** After a conversation without a mutation: all has succeeded, with the right bytes. */
  void requireSuccess();

  /** The link is broken, as the peer did what none may: what was held says so. */
  void requireBroken(HostileViolation violation);
}
