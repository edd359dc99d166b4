package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.rdmacm.ConnectionChannel;
import dev.weft.rdmacm.ConnectionEvent;
import dev.weft.rdmacm.ConnectionEventType;
import dev.weft.rdmacm.ConnectionId;
import dev.weft.rdmacm.ConnectionListener;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections by id over a device of libibverbs. */
class ConnectionIdsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final ConnectionParameters USUAL = ConnectionParameters.usual();
  private static final byte[] NOTHING = {};

  private static ConnectionEvent expect(ConnectionEventType type, ConnectionChannel where)
      throws InterruptedException {
    ConnectionEvent event = where.getEvent(PATIENCE);
    assertNotNull(event, () -> "no event, but " + type + " was expected");
    assertEquals(type, event.type(), event::toString);
    return event;
  }

  private static QueuePairInit init(RdmaRig rig) {
    return QueuePairInit.builder(QueuePairType.RC).completionQueue(rig.queue).build();
  }

  @Test
  void shouldConnectSendAndDisconnect() throws Exception {
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ConnectionChannel passive = new ConnectionChannel();
    ConnectionChannel active = new ConnectionChannel();
    try (RdmaRig rig = new RdmaRig();
        ConnectionListener listener = ConnectionListener.open(passive, anywhere, 1, null)) {
      ConnectionId caller = new ConnectionId(active, null);
      caller.createQp(rig.domain, init(rig));
      caller.connect(listener.address(), USUAL, NOTHING);
      ConnectionId called = expect(ConnectionEventType.CONNECT_REQUEST, passive).id();
      called.createQp(rig.domain, init(rig));
      called.accept(USUAL, NOTHING);
      expect(ConnectionEventType.ESTABLISHED, passive);
      expect(ConnectionEventType.ESTABLISHED, active);
      assertEquals(QueuePairState.RTS, caller.queuePair().state());
      ReceiveWorkRequest receive = new ReceiveWorkRequest().wrId(1).buffer(rig.region, 64, 8);
      assertEquals(0, called.queuePair().postRecv(receive));
      SendWorkRequest send = new SendWorkRequest().wrId(2).flags(SendFlags.SIGNALED).send();
      assertEquals(0, caller.queuePair().postSend(send.buffer(rig.region, 0, 8)));
      assertEquals(List.of("1 IBV_WC_RECV", "2 IBV_WC_SEND"), rig.completions(2));
      caller.disconnect();
      expect(ConnectionEventType.DISCONNECTED, active);
      expect(ConnectionEventType.DISCONNECTED, passive);
      assertEquals(QueuePairState.ERR, caller.queuePair().state());
      caller.close();
      called.close();
      caller.queuePair().close();
      called.queuePair().close();
    }
  }
}
