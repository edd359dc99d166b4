package dev.weft.nic.queuepair;

import dev.weft.LoggedFailures;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.TransportType;
import dev.weft.nic.packet.WcStatus;
import dev.weft.wire.LayoutVersion;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.ForgedVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A reliable queue pair does not wait for a peer of another version, which can never answer. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class OtherVersionPairTest {
  private static final int OWN = 2;
  private static final int PEER = 1;

  @TempDir private Path folder;

  @Test
  void shouldFailWithoutATimeout() throws IOException {
    AddressMap addresses = OtherProcess.network(folder);
    try (LoggedFailures _ = new LoggedFailures("dev.weft");
        Port _ = addresses.wire().open(addresses.addressOf(PEER), new SilentListener());
        Station own = new Station(addresses, TransportType.RELIABLE, OWN)) {
      ForgedVersion.write(folder, "verbs", "qp-" + PEER, LayoutVersion.OWN + 1);
      own.attributes.timeout = 0; // would wait for ever
      own.ready(PEER);
      own.send(1, 0, 8);
      own.send(2, 0, 8);
      own.sends.expect(1, WcStatus.RETRIES_EXCEEDED);
      own.sends.expect(2, WcStatus.FLUSHED);
    }
  }
}
