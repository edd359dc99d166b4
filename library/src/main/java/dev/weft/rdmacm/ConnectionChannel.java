package dev.weft.rdmacm;

import dev.weft.argument.Require;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * {@code rdma_create_event_channel(3)}: where connections tell how far they are, in order. Any
 * number of ids and of threads share it.
 */
public final class ConnectionChannel {
  private final BlockingQueue<ConnectionEvent> events = new LinkedBlockingQueue<>();

  /** A channel without events. */
  public ConnectionChannel() {}

  /** {@code rdma_get_cm_event(3)}: waits for the next event. */
  public ConnectionEvent getEvent() throws InterruptedException {
    return events.take();
  }

  /** The next event, or null if none comes in time; at once where the time is 0 or negative. */
  public ConnectionEvent getEvent(Duration patience) throws InterruptedException {
    Require.notNull("patience", patience);
    return events.poll(TimeUnit.NANOSECONDS.convert(patience), TimeUnit.NANOSECONDS);
  }

  void add(ConnectionEvent event) {
    events.add(event);
  }
}
