package dev.weft.nic.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.loopback.LoopbackWire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that arrive while there is no memory for their event. */
class ConnectionListenerTest {
  private static final String SERVER = "loopback://server";

  private final LoopbackWire wire = new LoopbackWire(1 << 14);
  private final List<ConnectionListener.Call> calls = new ArrayList<>();
  private boolean starved;

  private boolean asked(ConnectionListener.Call call) {
    if (starved) {
      throw new OutOfMemoryError("as where the heap is full");
    }
    return calls.add(call);
  }

  @Test
  void shouldReportARequestOnceThereIsMemory() {
    ConnectionListener listener = new ConnectionListener(() -> {}, false, this::asked, 8);
    assertEquals(SERVER, listener.listen(wire, SERVER));
    ConnectionRequester requester = new ConnectionRequester(() -> {}, false);
    requester.request(wire, SERVER, "loopback://me", 0, new byte[0]);
    starved = true;
    assertThrows(OutOfMemoryError.class, listener::progress);
    starved = false;
    listener.progress();
    assertEquals(1, calls.size());
    requester.progress();
    assertNull(requester.answer());
    assertTrue(listener.accept(calls.getFirst(), SERVER, 0, new byte[0]));
  }
}
