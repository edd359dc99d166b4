package dev.weft.nic.responder;

import dev.weft.nic.packet.IncomingFrame;
import dev.weft.nic.workqueue.RequestView;
import dev.weft.wire.Link;

/**
 * The responder side of a queue pair; by default of a service without numbers and responses. The
 * caller holds the machine's lock.
 */
public interface ReceiveProtocol {
  /** Sets the number of the first message. */
  default void start(int number) {}

  /** Resets all state. */
  void clear();

  /** Processes a frame; false for a protocol violation. */
  boolean accept(IncomingFrame frame);

  /** Executes a peer's request with both locks held; false if it must be sent as a frame. */
  default boolean takeDirectly(RequestView request, int number) {
    return false;
  }

  /** The responder has rejected a request; false if the queue pair fails. */
  default boolean refused() {
    return false;
  }

  /** Whether {@link #answer} has anything to do. */
  default boolean hasPending() {
    return false;
  }

  /** Cancels incomplete messages, because the peer has disconnected. */
  default void peerLeft() {}

  /** Takes the number of the pending acknowledgement if nothing else is pending, else -1. */
  default int takeAcknowledgement() {
    return -1;
  }

  /** Writes pending responses while there is room; true if any was written. */
  default boolean answer(Link link) {
    return false;
  }
}
