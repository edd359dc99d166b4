package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.memory.Region;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A read whose response waits for room is checked again like a new one before it goes on. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PostponedReadsTest {
  private static final int LENGTH = 200_000; // more than a ring holds

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station station = new Station(addresses, TransportType.RELIABLE, 2);
  private final HostilePeer peer = HostilePeer.deafAt(addresses, 1);

  @AfterEach
  void close() {
    peer.close();
    station.close();
  }

  private Region register(int domain) {
    return station.table.register(
        domain, station.memory, station.memory.address(), Station.ALL_ACCESS);
  }

  /** Registers the memory in another domain, with the key that it had. */
  private void moveToAnotherDomain(int key) {
    assertTrue(station.table.remove(key));
    Region next = register(Station.DOMAIN + 1);
    while (next.key() != key) { // keys of a place have 256 variants
      assertTrue(station.table.remove(next.key()));
      next = register(Station.DOMAIN + 1);
    }
  }

  /** Reads the frames of the ring; returns the kind of the last one. */
  private int readRing() {
    Link link = peer.link(2);
    int kind = 0;
    for (long header = link.in().peek(); header != 0; header = link.in().peek()) {
      kind = FrameReader.kind(header);
      link.in().advance(header);
      link.in().giveBack();
      link.ring(); // the station writes more
    }
    return kind;
  }

  @Test
  void shouldRefuseMemoryThatIsOfAnotherDomainMeanwhile() {
    station.ready(1);
    int key = register(Station.DOMAIN).key();
    long[] words = RawFrame.remote(station.memory.address(), key, 0);
    peer.write(2, RawFrame.of(PacketFormat.READ, PacketFormat.ONLY, 0, LENGTH, words));
    moveToAnotherDomain(key);
    assertEquals(PacketFormat.NAK, readRing());
    assertTrue(station.events.contains(TransportEvents.QP_ACCESS_ERR));
  }
}
