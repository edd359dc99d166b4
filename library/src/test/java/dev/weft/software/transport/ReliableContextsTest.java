package dev.weft.software.transport;

import static dev.weft.software.transport.ContextBench.WAY;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** End-to-end contexts in the middle of a message: strangers, changes, and what is given up. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReliableContextsTest {
  private static final int UNKNOWN_KIND = 100;

  private final ContextBench bench = new ContextBench();
  private Station receiver;
  private Liar liar;

  /** A liar is the peer of context 22. */
  @BeforeEach
  void open() {
    bench.context(22, bench.there).ready(21);
    liar = bench.liar(21);
    receiver = bench.station(2, bench.there);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void envelope(int message) {
    assertTrue(liar.write(22, Packet.ENVELOPE, Packet.ONLY, Carrier.envelope(message), WAY, 0));
  }

  /** A piece of 8 bytes of the first message, which has 16. */
  private void piece(int flag) {
    assertTrue(liar.write(22, Packet.SEND, flag, Carrier.FIRST, 16, 8));
  }

  @Test
  void shouldGoOnWhenAStrangerLeaves() {
    receiver.receive(1, 0, 64);
    envelope(0);
    piece(Packet.FIRST);
    Liar stranger = Liar.at(Carrier.network(bench.network), 99);
    assertTrue(stranger.write(22, Packet.ACK, 0, 0, 0, 0));
    stranger.close();
    piece(Packet.LAST);
    receiver.receives.expect(1, Status.SUCCESS);
  }

  @Test
  void shouldGoOnWhenAStrangerCheats() {
    receiver.receive(1, 0, 64);
    envelope(0);
    piece(Packet.FIRST);
    assertTrue(bench.liar(99).write(22, UNKNOWN_KIND, 0, 0, 0, 0));
    piece(Packet.LAST);
    receiver.receives.expect(1, Status.SUCCESS);
  }
}
