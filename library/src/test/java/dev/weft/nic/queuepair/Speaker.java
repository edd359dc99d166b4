package dev.weft.nic.queuepair;

/** Who writes the frames of a hostile peer: in this process, or in another one. */
interface Speaker extends AutoCloseable {
  /** Before a conversation. */
  void begin();

  /**
   * Writes a frame and rings.
   *
   * @param flipsOrNull changes it meanwhile
   * @return false where there is no link, or no room
   */
  boolean write(RawFrame frame, Flips flipsOrNull);

  /** Whether the link of the last frame has ended. */
  boolean isClosed();

  /** Whether all that was written was taken. */
  boolean isHeard();

  /** After a conversation. */
  void end();

  @Override
  void close();
}
