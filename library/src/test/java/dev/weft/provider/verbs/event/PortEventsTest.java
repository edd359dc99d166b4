package dev.weft.provider.verbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import org.junit.jupiter.api.Test;

/** Events that are about no object, which devices of libibverbs raise. */
class PortEventsTest {

  @Test
  void shouldTellThePort() {
    AsyncEvents events = new AsyncEvents(null);
    events.raise(AsyncEventType.PORT_ERR, 2);
    AsyncEvent event = new AsyncEvent();
    assertEquals(0, events.get(event));
    assertEquals(AsyncEventType.PORT_ERR, event.type());
    assertEquals(2, event.port());
    assertNull(event.element());
    events.ack(event);
    events.close();
  }
}
