package dev.weft.nic.endpoint;

import dev.weft.wire.Link;
import dev.weft.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Hears those who ask for connections, until each has an answer. */
public final class ConnectionListener extends ConnectionPort {

  /** Bytes of the user's data that fit into a request or an answer. */
  public static final int DATA_BYTES = ConnectionFrame.DATA_BYTES;

  /**
   * Somebody who asks.
   *
   * @param address where messages for the caller go
   * @param capabilities what the caller can do
   * @param data the user's
   */
  public record Call(Link link, String address, long capabilities, byte[] data) {}

  private final Consumer<Call> asked;
  private final Map<Link, Call> unanswered = new HashMap<>();
  private volatile int backlog;

  /**
   * A listener that does not yet listen.
   *
   * @param asked told of each call, inside {@link #progress}
   * @param backlog calls that may wait for an answer
   */
  public ConnectionListener(
      Runnable doorbell, boolean maySleep, Consumer<Call> asked, int backlog) {
    super(doorbell, maySleep);
    this.asked = asked;
    this.backlog = backlog;
  }

  /**
   * Listens.
   *
   * @param address null for one that the wire chooses
   * @return the address, or null where somebody else listens there
   */
  public synchronized String listen(Wire wire, String address) {
    String chosen = address == null ? wire.freeAddress() : address;
    return attach(wire, chosen + LISTENING) ? chosen : null;
  }

  /** How many calls may wait for an answer; those beyond are refused. */
  public void backlog(int calls) {
    backlog = calls;
  }

  /** Gives the connection; false where the call is not open any more. */
  public boolean accept(Call call, String messagesTo, long capabilities, byte[] data) {
    return answer(
        call, new ConnectionFrame(ConnectionFrame.ACCEPT, messagesTo, capabilities, data));
  }

  /** Refuses it; false where the call is not open any more. */
  public boolean reject(Call call, byte[] data) {
    return answer(call, new ConnectionFrame(ConnectionFrame.REJECT, "", 0, data));
  }

  private synchronized boolean answer(Call call, ConnectionFrame frame) {
    boolean open = unanswered.remove(call.link(), call) && !call.link().isClosed();
    return open && frame.writeTo(call.link());
  }

  @Override
  boolean onFrame(Link link, ConnectionFrame frame) {
    if (frame.kind() != ConnectionFrame.REQUEST || unanswered.containsKey(link)) {
      return false;
    }
    Call call = new Call(link, frame.address(), frame.capabilities(), frame.data());
    if (unanswered.size() >= backlog) {
      new ConnectionFrame(ConnectionFrame.REJECT, "", 0, new byte[0]).writeTo(link);
      return true;
    }
    unanswered.put(link, call);
    asked.accept(call);
    return true;
  }

  @Override
  void onDisconnect(Link link) {
    unanswered.remove(link);
  }

  /** Refuses all who have no answer. */
  @Override
  public synchronized void close() {
    unanswered.clear();
    super.close();
  }
}
