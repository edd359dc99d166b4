package dev.weft.rdmacm.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.ConnectionEvent;
import dev.weft.rdmacm.ConnectionEventType;
import java.time.Duration;

/** The events that a program reads. */
final class Deliveries {
  /** Less the number of the caller, these tell who calls. */
  static final int MOST_RETRIES = 7;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ConnectionSetup setup;
  private final ConnectionModel model;
  private final ConnectionStations stations;

  Deliveries(ConnectionSetup setup, ConnectionModel model, ConnectionStations stations) {
    this.setup = setup;
    this.model = model;
    this.stations = stations;
  }

  /** The private data of a sender; null without any. */
  static byte[] data(int sender, long length) {
    if (length == 0) {
      return null;
    }
    byte[] data = new byte[(int) length];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (sender + 31 * i + length);
    }
    return data;
  }

  /** Reads an event if there is one. */
  void take(int channel) {
    boolean some = model.count(channel) > 0;
    ConnectionEvent event;
    try {
      event = stations.channels.get(channel).getEvent(some ? PATIENCE : Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (some) {
      assertNotNull(event, "no event");
      compare(event, channel);
    } else {
      assertNull(event, () -> "nobody has caused " + event);
    }
  }

  private void compare(ConnectionEvent event, int channel) {
    int id = idOf(event);
    assertTrue(model.isNext(id, channel), () -> "not yet: " + event + " of " + id);
    Due due = model.sides[id].due.remove();
    assertTrue(due.types().contains(event.type()), () -> event + ", allowed " + due);
    assertTrue(due.statuses().contains(event.status()), () -> event + ", allowed " + due);
    byte[] data = due.bytes() == 0 ? new byte[0] : data(setup.peer(id), due.bytes());
    assertArrayEquals(data, event.privateData(), event::toString);
    boolean answers = event.type() == ConnectionEventType.ESTABLISHED && setup.isCaller(id);
    boolean asks = event.type() == ConnectionEventType.CONNECT_REQUEST;
    assertEquals(answers || asks, event.parameters() != null, event::toString);
    int listener = model.sides[id].listener;
    assertSame(asks ? stations.listeners[listener] : null, event.listener());
    assertEquals(setup.isCaller(id) ? id : listener, event.id().context());
    stations.ids[id] = event.id();
  }

  private int idOf(ConnectionEvent event) {
    if (event.type() == ConnectionEventType.CONNECT_REQUEST) {
      return setup.peer(MOST_RETRIES - event.parameters().retryCount());
    }
    return model
        .ids(id -> event.id().equals(stations.ids[id]))
        .findFirst()
        .orElseThrow(() -> new AssertionError("of an id that is not there: " + event));
  }
}
