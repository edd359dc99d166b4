package dev.weft.nic.queuepair.hostile;

import dev.weft.nic.queuepair.RawFrame;
import dev.weft.wire.HostileWord;

/** Writes the frames of a hostile peer, in this process or in another one. */
interface HostileFrameWriter extends AutoCloseable {
  /** Memory of the peer whose place it may send; null if there is none. */
  default Conversation.Placed placed() {
    return null;
  }

  /** Begins a conversation. */
  void begin();

  /**
   * Writes a frame and rings the doorbell.
   *
   * @param flipsOrNull changes the frame meanwhile
   * @return false if there is no link or no room
   */
  boolean write(RawFrame frame, Flips flipsOrNull);

  /** Changes a word of a ring outside of frames, and rings the doorbell. */
  void disturb(HostileWord word);

  /** Whether the link of the last frame has ended. */
  boolean isClosed();

  /** Whether all written frames were taken. */
  boolean isHeard();

  /** Ends a conversation. */
  void end();

  @Override
  void close();
}
