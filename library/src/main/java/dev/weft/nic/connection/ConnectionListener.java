package dev.weft.nic.connection;

import dev.weft.wire.Link;
import dev.weft.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Listens for connection requests and holds each one until it is answered. */
public final class ConnectionListener extends ConnectionPort {

  /** Maximum bytes of the user's data in a request or an answer. */
  public static final int DATA_BYTES = ConnectionFrame.DATA_BYTES;

  /**
   * A connection request.
   *
   * @param address the address for messages to the requester
   * @param capabilities what the requester can do
   * @param data the user's
   */
  public record Call(Link link, String address, long capabilities, byte[] data) {}

  private final Predicate<Call> asked;
  private final Map<Link, Call> unanswered = new HashMap<>();
  private volatile int backlog;

  /**
   * Creates a listener that does not listen yet.
   *
   * @param asked reports a request, inside {@link #progress}; false if too many are not read yet
   * @param backlog maximum number of unanswered requests
   */
  public ConnectionListener(
      Runnable doorbell, boolean maySleep, Predicate<Call> asked, int backlog) {
    super(doorbell, maySleep);
    this.asked = asked;
    this.backlog = backlog;
  }

  /**
   * Starts to listen.
   *
   * @param address null for one that the wire chooses
   * @return the address, or null if another endpoint listens there
   */
  public synchronized String listen(Wire wire, String address) {
    String chosen = address == null ? wire.freeAddress() : address;
    return attach(wire, chosen + LISTENING) ? chosen : null;
  }

  /** Sets the maximum number of unanswered requests; further ones are rejected. */
  public void backlog(int calls) {
    backlog = calls;
  }

  /** Accepts a request; false if it is not open any more. */
  public boolean accept(Call call, String messagesTo, long capabilities, byte[] data) {
    return answer(
        call, new ConnectionFrame(ConnectionFrame.ACCEPT, messagesTo, capabilities, data));
  }

  /** Rejects a request; false if it is not open any more. */
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
    if (unanswered.size() >= backlog || !report(link, call)) {
      new ConnectionFrame(ConnectionFrame.REJECT, "", 0, new byte[0]).writeTo(link);
    }
    return true;
  }

  /** If there is no memory for the report, the frame is read again. */
  private boolean report(Link link, Call call) {
    unanswered.put(link, call);
    boolean reported = false;
    try {
      reported = asked.test(call);
      return reported;
    } finally {
      if (!reported) {
        unanswered.remove(link);
      }
    }
  }

  @Override
  void onDisconnect(Link link) {
    unanswered.remove(link);
  }

  /** Rejects all unanswered requests. */
  @Override
  public synchronized void close() {
    unanswered.clear();
    super.close();
  }
}
