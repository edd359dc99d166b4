package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Destination;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.States;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unreliable queue pairs and a peer that reads nothing, as a process that is stopped. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FullRingsTest {
  private static final int RING = 1 << 16;

  /** More than its ring holds. */
  private static final int MESSAGES = 100;

  private static final int BYTES = 4000;
  private static final int STOPPED = 300;
  private static final int HEALTHY = 200;

  private final AddressMap addresses = Station.network(new LoopbackWire(RING));
  private final HostilePeer stopped = HostilePeer.deafAt(addresses, STOPPED);
  private Station sender;
  private Station healthy;

  @AfterEach
  void close() {
    sender.close();
    healthy.close();
    stopped.close();
  }

  private void open(TransportType type) {
    sender = new Station(addresses, type, 100).ready(STOPPED);
    healthy = new Station(addresses, type, HEALTHY).ready(100);
  }

  private SendRequest datagram(long wrId, int to) {
    SendRequest request = sender.request(wrId, Operation.SEND, 0, BYTES);
    request.destination = new Destination(true, 0x11, 3, 2, null);
    request.remoteQueuePair = to;
    request.queueKey = 0x1234;
    return request;
  }

  private void sendDatagrams(int to) {
    for (int i = 0; i < MESSAGES; i++) {
      sender.post(datagram(i, to));
      sender.sends.expect(i, WcStatus.SUCCESS);
    }
  }

  /** Reads the frames of the ring; returns their number. */
  private int readRing() {
    Link link = stopped.link(100);
    int taken = 0;
    for (long header = link.in().peek(); header != 0; header = link.in().peek()) {
      assertTrue(FrameReader.payloadLength(header) > 0);
      taken++;
      link.in().advance(header);
      link.in().giveBack();
    }
    return taken;
  }

  @Test
  void shouldLoseDatagramsToAStoppedPeerAndServeTheOthers() {
    open(TransportType.DATAGRAM);
    sendDatagrams(STOPPED); // waits once
    healthy.receive(1, 0, BYTES + Destination.ROUTE_HEADER);
    sender.post(datagram(1, HEALTHY));
    sender.sends.expect(1, WcStatus.SUCCESS);
    healthy.receives.expect(1, WcStatus.SUCCESS);
    assertEquals(States.READY_TO_SEND, sender.machine.state());
  }

  @Test
  void shouldSendAgainWhenTheStoppedPeerHasRead() {
    open(TransportType.DATAGRAM);
    sendDatagrams(STOPPED);
    int before = readRing();
    assertTrue(before > 0 && before < MESSAGES, before + " datagrams had room");
    sender.post(datagram(1, STOPPED));
    sender.sends.expect(1, WcStatus.SUCCESS);
    assertEquals(1, readRing());
  }

  @Test
  void shouldCompleteMessagesOfAnUnreliableConnection() {
    open(TransportType.UNRELIABLE);
    sender.send(0, 0, 3 * RING); // in part
    for (int i = 1; i < MESSAGES; i++) {
      sender.sends.expect(i - 1L, WcStatus.SUCCESS);
      sender.send(i, 0, BYTES);
    }
    sender.sends.expect(MESSAGES - 1L, WcStatus.SUCCESS);
    assertTrue(readRing() > 0);
    assertEquals(States.READY_TO_SEND, sender.machine.state());
  }
}
