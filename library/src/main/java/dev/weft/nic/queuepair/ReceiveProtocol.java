package dev.weft.nic.queuepair;

import dev.weft.wire.Link;

/** What a queue pair does with what peers send. For who is inside the machine. */
interface ReceiveProtocol {
  /** The number of the next message. */
  void start(int number);

  /** Forgets everything. */
  void clear();

  /** Takes a frame; false where no peer may write it. */
  boolean accept(IncomingFrame frame);

  /** Takes a request of a peer whose thread is inside this machine too; false where it cannot. */
  default boolean takeInPerson(RequestView request, int number) {
    return false;
  }

  /** Whether {@link #answer} has anything to do. */
  boolean hasPending();

  /** The peer is gone: what is under way will not be finished. */
  default void peerLeft() {}

  /** Where nothing but one acknowledgement is owed: gives its number up, else -1. */
  default int takeAcknowledgement() {
    return -1;
  }

  /** Writes the answers that there is room for; true where any was written. */
  boolean answer(Link link);
}
