package dev.weft.nic.queuepair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ServiceThreads;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.wire.shm.TruncatingPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A port truncates the file of its link to a queue pair: connections to others go on. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CutLinksTest {
  private static final int VICTIM = 1;
  private static final int HONEST = 2;
  private static final int HOSTILE = 9;
  private static final long RING = 1 << 17;
  private static final long HEADER = 4096;

  @TempDir private Path folder;
  private Station victim;
  private Station honest;
  private TruncatingPeer hostile;

  @BeforeEach
  void open() throws IOException {
    AddressMap addresses = OtherProcess.network(folder);
    victim = new Station(addresses, TransportType.RELIABLE, VICTIM);
    honest = new Station(addresses, TransportType.RELIABLE, HONEST);
    hostile = new TruncatingPeer(folder, "verbs", "qp-" + HOSTILE);
    hostile.call("qp-" + VICTIM, RING);
    hostile.send();
    while (!hostile.isDrained()) {
      victim.machine.progress();
    }
  }

  @AfterEach
  void close() throws IOException {
    victim.close();
    honest.close();
    hostile.close();
    ServiceThreads.awaitEnd("weft-shm");
  }

  private static void exchange(Station from, Station to, long wrId) {
    to.receive(wrId, 0, 64);
    from.send(wrId, 0, 8);
    to.receives.expect(wrId, WcStatus.SUCCESS);
    from.sends.expect(wrId, WcStatus.SUCCESS);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, HEADER})
  void shouldKeepTheConnectionToAnother(long size) throws IOException {
    victim.ready(HONEST);
    honest.ready(VICTIM);
    exchange(victim, honest, 1);
    hostile.truncate(size);
    for (long wrId = 2; wrId < 20; wrId += 2) {
      exchange(victim, honest, wrId);
      exchange(honest, victim, wrId + 1);
    }
    victim.receives.expectNone();
    assertTrue(victim.events.stream().noneMatch(event -> event == TransportEvents.QP_FATAL));
  }

  /** The request would wait for a peer that reads nothing, as long as the device waits for one. */
  @ParameterizedTest
  @ValueSource(longs = {0, HEADER})
  void shouldEndTheConnectionToThePeerItself(long size) throws IOException {
    victim.ready(HOSTILE);
    victim.send(1, 0, 8);
    hostile.truncate(size);
    victim.sends.expect(1, WcStatus.FATAL);
    assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, HEADER})
  void shouldEndTheConnectionBeforeARequest(long size) throws IOException {
    victim.ready(HOSTILE);
    hostile.truncate(size);
    victim.send(1, 0, 8);
    victim.sends.expect(1, WcStatus.FATAL);
    assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
  }
}
