package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.workqueue.SendRequest;
import dev.weft.wire.loopback.LoopbackWire;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An invalid frame of a peer ends the requests to that peer, and nothing else. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HostileFramesTest {
  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));

  @Test
  void shouldEndWhatIsUnderWayToAPeerThatCheats() {
    Station victim = new Station(addresses, TransportType.RELIABLE, 2);
    HostilePeer hostile = HostilePeer.at(addresses, 1);
    victim.attributes.timeout = 0;
    victim.ready(1);
    victim.receive(3, 0, 8);
    victim.send(1, 0, 8);
    hostile.write(2, 99, 0, 0, 0, 0);
    victim.sends.expect(1, WcStatus.FATAL);
    victim.receives.expect(3, WcStatus.FLUSHED);
    assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
    hostile.close();
    victim.close();
  }

  @Test
  void shouldRefuseAnImpossibleResponse() {
    Station victim = new Station(addresses, TransportType.RELIABLE, 2);
    HostilePeer hostile = HostilePeer.at(addresses, 1);
    victim.attributes.timeout = 0;
    victim.ready(1);
    SendRequest read = victim.request(1, Operation.RDMA_READ, 0, 64);
    victim.post(read);
    assertTrue(hostile.write(2, PacketFormat.READ_ANSWER, PacketFormat.ONLY, 0, 0, 72));
    victim.sends.expect(1, WcStatus.BAD_RESPONSE);
    assertEquals(0, victim.memory.get(ValueLayout.JAVA_LONG, 0));
    hostile.close();
    victim.close();
  }

  /** A response may be of an earlier connection: it ends no request, and does no harm. */
  @Test
  void shouldRefuseAResponseToNoRequest() {
    Station victim = new Station(addresses, TransportType.RELIABLE, 2);
    HostilePeer hostile = HostilePeer.at(addresses, 1);
    victim.attributes.timeout = 0;
    victim.ready(1);
    victim.send(1, 0, 8);
    hostile.acknowledge(2, 1);
    assertTrue(hostile.write(2, PacketFormat.NAK, PacketFormat.ONLY, 1, 0, 0));
    victim.sends.expectNone();
    hostile.acknowledge(2, 0);
    victim.sends.expect(1, WcStatus.SUCCESS);
    hostile.close();
    victim.close();
  }

  @Test
  void shouldEndAnUnreliableConnectionThatIsAnswered() {
    Station victim = new Station(addresses, TransportType.UNRELIABLE, 2);
    HostilePeer hostile = HostilePeer.at(addresses, 1);
    victim.ready(1);
    victim.receive(3, 0, 8);
    hostile.acknowledge(2, 0);
    victim.receives.expect(3, WcStatus.FLUSHED);
    assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
    hostile.close();
    victim.close();
  }
}
