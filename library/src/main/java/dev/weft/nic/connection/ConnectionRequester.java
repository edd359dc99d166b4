package dev.weft.nic.connection;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.Wire;

/**
 * Requests one connection and reads the answer. Any port may connect to this one; only the port
 * that was called answers.
 */
public final class ConnectionRequester extends ConnectionPort {

  /**
   * The answer to a request: accepted or rejected.
   *
   * @param error {@link Port#connectError}, if there is no peer
   */
  public record Answer(boolean accepted, String address, byte[] data, int error) {
    static Answer none(int error) {
      return new Answer(false, "", new byte[0], error);
    }
  }

  /** The link to the listener, or null. */
  private Link called;

  private Answer answer;

  /** Creates a requester that has sent nothing yet. */
  public ConnectionRequester(Runnable doorbell, boolean maySleep) {
    super(doorbell, maySleep);
  }

  /**
   * Sends a request to the listener at an address.
   *
   * @param messagesTo the address for messages to this side
   */
  public synchronized void request(
      Wire wire, String address, String messagesTo, long capabilities, byte[] data) {
    attach(wire, null);
    called = connect(address + LISTENING);
    ConnectionFrame frame =
        new ConnectionFrame(ConnectionFrame.REQUEST, messagesTo, capabilities, data);
    if (called == null || !frame.writeTo(called)) {
      answer = Answer.none(called == null ? connectError() : 0);
    }
  }

  /** The answer, or null if there is none yet. */
  public synchronized Answer answer() {
    return answer;
  }

  @Override
  boolean onFrame(Link link, ConnectionFrame frame) {
    if (!link.equals(called) || answer != null || frame.kind() == ConnectionFrame.REQUEST) {
      return false;
    }
    boolean accepted = frame.kind() == ConnectionFrame.ACCEPT;
    answer = new Answer(accepted, frame.address(), frame.data(), 0);
    return true;
  }

  @Override
  void onDisconnect(Link link) {
    if (link.equals(called) && answer == null) {
      answer = Answer.none(0);
    }
  }
}
