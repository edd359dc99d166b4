package dev.weft.wire;

/**
 * An endpoint's attachment to a wire: an address, and a link to each connected port.
 *
 * <p>Any thread may call {@link #links}; links appear when this side or a peer connects.
 */
public interface Port extends AutoCloseable {

  /** The address at which peers reach this port. */
  String address();

  /**
   * Returns or makes the link to a peer.
   *
   * @return null if no port answers at the address
   */
  Link connect(String address);

  /**
   * Why the last {@link #connect} failed: a C error number for a local, possibly temporary error; a
   * {@link LayoutVersion#error} if the peer uses another version; or 0 if no port answers.
   */
  default int connectError() {
    return 0;
  }

  /** All links; an immutable snapshot. */
  Link[] links();

  /**
   * Whether there are new links, or links whose peer has left and which must be forgotten. Any
   * thread may call. Called before {@link #links}, it covers every earlier connect and leave.
   */
  boolean hasLinkChanges();

  /** Whether there is a link whose peer has left or that is broken. */
  default boolean hasEndedLink() {
    for (Link link : links()) {
      if (link.isClosed()) {
        return true;
      }
    }
    return false;
  }

  /** Removes a link whose peer has left, once all of its frames are read. */
  void forget(Link link);

  /** Whether doorbells are method calls of the sender; else they are system calls. */
  default boolean ringsInProcess() {
    return false;
  }

  /** Whether links may lose their memory, so that access may fault. */
  default boolean mayLoseMemory() {
    return false;
  }

  /**
   * After a fault in shared memory: breaks each link whose memory is gone. Any thread.
   *
   * @return false if there is none, and none was found recently by another thread
   */
  default boolean dropLostMemory() {
    return false;
  }

  /**
   * Publishes a word of the owner that peers check before and after they access memory directly:
   * {@link Link#admittedByPeer}.
   */
  default void admit(long word) {}

  /** Waits until no peer accesses registered memory that an earlier {@link #admit} allowed. */
  default void awaitNoAccess() {}

  /** Leaves the wire. Every peer sees its link closed, and is woken. */
  @Override
  void close();
}
