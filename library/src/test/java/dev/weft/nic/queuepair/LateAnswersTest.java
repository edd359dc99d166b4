package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Late responses, by a slow peer or a slow requester, are neither a timeout nor a protocol
 * violation.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class LateAnswersTest {
  private static final int RING = 1 << 16;
  private static final int LENGTH = 64;
  private static final int HALF = LENGTH / 2;

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  private final AddressMap addresses = Station.network(new LoopbackWire(RING));
  private final Station station = new Station(addresses, TransportType.RELIABLE, 2);
  private final HostilePeer peer = HostilePeer.at(addresses, 1);

  @BeforeEach
  void connect() {
    station.attributes.timeout = 16; // a quarter of a second
    station.attributes.retries = 7;
  }

  @AfterEach
  void close() {
    peer.close();
    station.close();
  }

  private void read(long wrId) {
    station.post(station.request(wrId, Operation.RDMA_READ, 0, LENGTH));
  }

  private void answer(int number, int flags, int from, int length) {
    assertTrue(peer.write(2, PacketFormat.READ_ANSWER, flags, number, from, length));
  }

  /** Waits until this many bytes of requests have arrived. */
  private void awaitHeard(long bytes) {
    long start = System.nanoTime();
    while (peer.heard() < bytes) {
      assertTrue(System.nanoTime() - start < PATIENCE, "the peer hears no more");
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldIgnoreResponsesOutOfTurnOnceTheRequestWasRetried() {
    station.ready(1);
    read(1);
    long once = peer.heard();
    station.send(2, 0, 0);
    answer(0, PacketFormat.FIRST, 0, HALF);
    awaitHeard(2 * once);
    peer.acknowledge(2, 1);
    answer(0, PacketFormat.ONLY, 0, LENGTH);
    station.sends.expect(1, WcStatus.SUCCESS);
    peer.acknowledge(2, 1);
    station.sends.expect(2, WcStatus.SUCCESS);
  }

  @Test
  void shouldRefuseHalfAResponseToARequestThatWasNotRetried() {
    station.attributes.timeout = 0;
    station.ready(1);
    read(1);
    answer(0, PacketFormat.LAST, HALF, HALF);
    station.sends.expect(1, WcStatus.BAD_RESPONSE);
  }
}
