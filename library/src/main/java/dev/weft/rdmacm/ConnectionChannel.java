package dev.weft.rdmacm;

import dev.weft.argument.Require;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * {@code rdma_create_event_channel(3)}: the FIFO of connection events. Any number of ids and
 * threads may share it.
 */
public final class ConnectionChannel {
  private final BlockingQueue<ConnectionEvent> events = new LinkedBlockingQueue<>();

  /** Creates an empty channel. */
  public ConnectionChannel() {}

  /** {@code rdma_get_cm_event(3)}: waits for the next event. */
  public ConnectionEvent getEvent() throws InterruptedException {
    return events.take();
  }

  /**
   * Waits up to {@code patience} for the next event; null on timeout. Does not wait if the time is
   * 0 or negative.
   */
  public ConnectionEvent getEvent(Duration patience) throws InterruptedException {
    Require.notNull("patience", patience);
    return events.poll(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
  }

  void add(ConnectionEvent event) {
    events.add(event);
  }

  /** Removes and returns the connect requests of a listener that is closed. */
  List<ConnectionEvent> takeRequests(ConnectionListener listener) {
    List<ConnectionEvent> requests =
        events.stream().filter(event -> listener.equals(event.listener())).toList();
    return requests.stream().filter(events::remove).toList(); // another thread may have read it
  }

  /** Removes the events of an id that is closed. */
  void forget(ConnectionId id) {
    events.removeIf(event -> event.id().equals(id));
  }

  @Override
  public String toString() {
    return "ConnectionChannel[events=" + events.size() + "]";
  }
}
