package dev.weft.cli.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.cli.perf.ControlChannel.MessageKind;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two channels of one process, one of which leaves. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ControlChannelTest {
  private static final long SESSION = 7;

  /** Longer than a channel waits before it pings again. */
  private static final long LATE_MILLIS = 300;

  private Fabric fabric;
  private ControlChannel here;
  private ControlChannel there;

  private void open(String provider) {
    FabricInfo offer = FabricOffers.onThisHost(FabricOffers.hints(provider));
    fabric = Fabrics.open(offer);
    here = new ControlChannel(fabric, offer);
    there = new ControlChannel(fabric, offer);
    here.connectTo(there.name(), SESSION);
    there.connectTo(here.name(), SESSION);
  }

  @AfterEach
  void close() {
    here.close();
    fabric.close();
  }

  /** The thread may get no processor for so long that a ping is due when it looks. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldHearTheLastWordOfAPeerThatHasLeft(String provider) throws InterruptedException {
    open(provider);
    there.send(MessageKind.BYE);
    there.close();
    Thread.sleep(LATE_MILLIS);
    assertEquals(MessageKind.BYE, here.await(MessageKind.BYE).kind());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldNoticeThatAPeerHasLeftWithoutAWord(String provider) {
    open(provider);
    there.close();
    assertThrows(PeerGone.class, () -> here.await(MessageKind.BYE));
  }
}
