package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.PacketFormat;
import dev.weft.nic.packet.TransportType;
import dev.weft.wire.FrameReader;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A requester whose time-out was too short repeats its reads while the responses are pending or in
 * the ring. It has never more than {@code max_dest_rd_atomic} outstanding, and is not refused.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RepeatedReadsTest {
  private static final int OUTSTANDING = 4; // max_dest_rd_atomic of a station
  private static final int READS = 40;
  private static final int LENGTH = 40_000;

  private final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  private final Station station = new Station(addresses, TransportType.RELIABLE, 2);
  private final HostilePeer peer = HostilePeer.deafAt(addresses, 1);

  /** The number of the oldest read without a whole response. */
  private int oldest;

  /** The number of the next read. */
  private int next;

  private long received;

  @AfterEach
  void close() {
    peer.close();
    station.close();
  }

  private void request(int number) {
    long[] words = RawFrame.remote(station.memory.address(), station.region.key(), 0);
    peer.write(2, RawFrame.of(PacketFormat.READ, PacketFormat.ONLY, number, LENGTH, words));
  }

  private void requestAllowed() {
    while (next < READS && next < oldest + OUTSTANDING) {
      request(next++);
    }
  }

  /** As after a time-out: from the oldest read on. */
  private void repeat() {
    received = 0;
    for (int number = oldest; number < next; number++) {
      request(number);
    }
  }

  /** Takes the next frame, as a requester does. */
  private void take(Link link) {
    FrameReader in = link.in();
    long header = in.peek();
    assertTrue(header != 0, "no response to " + oldest + ", " + received + " bytes");
    assertEquals(PacketFormat.READ_ANSWER, FrameReader.kind(header), "for " + oldest);
    if (PacketFormat.number(in.tag()) == oldest && in.data() == received) {
      received += FrameReader.payloadLength(header);
    }
    if (received == LENGTH) {
      oldest++;
      received = 0;
    }
    in.advance(header);
    if (in.giveBack()) {
      link.ringForRoom();
    }
    link.ring(); // the station writes more
  }

  private void readAll(int framesBetweenRepeats) {
    station.ready(1);
    Link link = peer.link(2);
    requestAllowed();
    for (int frame = 1; oldest < READS; frame++) {
      if (frame % framesBetweenRepeats == 0) {
        repeat();
      }
      take(link);
      requestAllowed();
    }
  }

  @Test
  void shouldAnswerReadsThatAreRepeatedWhileTheirResponsesArePending() {
    readAll(37);
  }

  @Test
  void shouldAnswerReadsThatAreRepeatedNowAndThen() {
    readAll(23);
  }
}
