package dev.weft.nic.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only the port that was called answers a connection request. */
class ConnectionRequesterTest {
  private static final byte[] NO_DATA = {};
  private static final String SERVER = "loopback://server";

  private final LoopbackWire wire = new LoopbackWire(1 << 17);
  private final List<ConnectionListener.Call> calls = new ArrayList<>();
  private final ConnectionListener listener =
      new ConnectionListener(() -> {}, false, calls::add, 8);
  private final ConnectionRequester requester = new ConnectionRequester(() -> {}, false);
  private final Port stranger = wire.open("loopback://stranger", new SilentListener());
  private Link link;

  @BeforeEach
  void request() {
    assertNotNull(listener.listen(wire, SERVER));
    requester.request(wire, SERVER, "loopback://me", 0, NO_DATA);
    listener.progress();
    link = stranger.connect(calls.getFirst().link().peerAddress());
    assertNotNull(link);
  }

  @AfterEach
  void close() {
    stranger.close();
    requester.close();
    listener.close();
  }

  private void expectAnswer() {
    requester.progress();
    assertNull(requester.answer());
    assertTrue(listener.accept(calls.getFirst(), SERVER, 0, NO_DATA));
    requester.progress();
    assertTrue(requester.answer().accepted());
    assertEquals(SERVER, requester.answer().address());
  }

  @Test
  void shouldRefuseTheAcceptOfAnother() {
    assertTrue(
        new ConnectionFrame(ConnectionFrame.ACCEPT, "loopback://evil", 0, NO_DATA).writeTo(link));
    expectAnswer();
    assertTrue(link.isClosed());
  }

  @Test
  void shouldRefuseTheRejectionOfAnother() {
    assertTrue(new ConnectionFrame(ConnectionFrame.REJECT, "", 0, NO_DATA).writeTo(link));
    expectAnswer();
  }

  @Test
  void shouldIgnoreTheEndOfAnother() {
    requester.progress();
    stranger.close();
    expectAnswer();
  }

  @Test
  void shouldEndWithThePortThatWasCalled() {
    listener.close();
    requester.progress();
    assertFalse(requester.answer().accepted());
  }
}
