package dev.weft.wire;

/**
 * One endpoint's attachment to a wire: an address, and a link to each port that it has met.
 *
 * <p>{@link #links} may be asked by any thread; links appear when this side connects and when a
 * peer does.
 */
public interface Port extends AutoCloseable {

  /** Where peers reach this port. */
  String address();

  /**
   * Finds or makes the link to a peer.
   *
   * @return null where nobody answers to the address
   */
  Link connect(String address);

  /**
   * Why the last {@link #connect} has found nobody: the C number of an error of this side, which
   * may have ended when it is tried again, or 0 where nobody answers.
   */
  default int connectError() {
    return 0;
  }

  /** All links; a snapshot that is replaced, never changed. */
  Link[] links();

  /**
   * Whether links have come that nobody has read from, or the peer of some link has left, so that
   * the link is to be forgotten. Any thread may ask. Whoever asks before it takes {@link #links}
   * sees everybody who connected, or left, before that.
   */
  boolean hasNews();

  /** Drops a link whose peer has left, once all of its frames are read. */
  void forget(Link link);

  /** Whether links may lose their memory, so that whoever touches it must expect a fault. */
  default boolean mayLoseMemory() {
    return false;
  }

  /**
   * After a fault in shared memory: breaks off each link whose memory is gone. Any thread.
   *
   * @return false where there is none, and was none of late that another thread may have found
   */
  default boolean dropLostMemory() {
    return false;
  }

  /** Leaves the wire: every peer sees its link closed, and is woken to see it. */
  @Override
  void close();
}
