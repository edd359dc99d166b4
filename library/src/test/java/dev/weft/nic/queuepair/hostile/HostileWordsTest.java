package dev.weft.nic.queuepair.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.completion.work.WorkCompletion;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.TransportEvents;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.OtherProcess;
import dev.weft.nic.queuepair.Station;
import dev.weft.wire.HostileWord;
import dev.weft.wire.Link;
import dev.weft.wire.loopback.LoopbackWire;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of a ring, outside of its frames, that a peer changes. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class HostileWordsTest {
  private static final int VICTIM = 2;
  private static final int PEER = 1;
  private static final int ROUNDS = 20;

  @TempDir private Path folder;

  /** The victim reads the position of its peer only when its ring is full. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldEndTheConnectionWhosePeerHasReadWhatWasNeverWritten(boolean overFiles) {
    AddressMap addresses =
        overFiles ? OtherProcess.network(folder) : Station.network(new LoopbackWire(1 << 14));
    for (int seed = 0; seed < ROUNDS; seed++) {
      Station victim = new Station(addresses, TransportType.RELIABLE, VICTIM);
      HostilePeer hostile = HostilePeer.deafAt(addresses, PEER);
      victim.attributes.timeout = 0;
      victim.ready(PEER);
      Link link = hostile.link(VICTIM);
      victim.machine.progress(); // accepts the link
      HostileWord.impossibleHead(SeededRandom.of(seed)).writeTo(link);
      victim.send(1, 0, (int) (Station.BYTES / 2));
      WorkCompletion first = null;
      while (first == null) {
        victim.machine.progress();
        first = victim.sends.poll();
      }
      assertEquals(1, first.wrId);
      assertEquals(WcStatus.FATAL, first.status);
      assertTrue(victim.events.contains(TransportEvents.QP_FATAL));
      victim.close();
      hostile.close();
    }
  }
}
