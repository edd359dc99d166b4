package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.Wire;

/** Asks for one connection, and hears the answer. */
public final class ConnectionRequester extends ConnectionPort {

  /** How a call ended: with a connection, or with a refusal. */
  public record Answer(boolean accepted, String address, byte[] data) {}

  private static final Answer NOBODY = new Answer(false, "", new byte[0]);

  private Answer answer;

  /** A caller that has not called. */
  public ConnectionRequester(Runnable doorbell, boolean maySleep) {
    super(doorbell, maySleep);
  }

  /**
   * Calls whoever listens at an address.
   *
   * @param messagesTo where messages for the caller go
   */
  public synchronized void call(
      Wire wire, String address, String messagesTo, long capabilities, byte[] data) {
    attach(wire, null);
    Link link = connect(address + LISTENING);
    ConnectionFrame request =
        new ConnectionFrame(ConnectionFrame.REQUEST, messagesTo, capabilities, data);
    if (link == null || !request.writeTo(link)) {
      answer = NOBODY;
    }
  }

  /** The answer, or null as long as there is none. */
  public synchronized Answer answer() {
    return answer;
  }

  @Override
  boolean onFrame(Link link, ConnectionFrame frame) {
    if (answer != null || frame.kind() == ConnectionFrame.REQUEST) {
      return false;
    }
    boolean accepted = frame.kind() == ConnectionFrame.ACCEPT;
    answer = new Answer(accepted, frame.address(), frame.data());
    return true;
  }

  @Override
  void onDisconnect(Link link) {
    if (answer == null) {
      answer = NOBODY;
    }
  }
}
