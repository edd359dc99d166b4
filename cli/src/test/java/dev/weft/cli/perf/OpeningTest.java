package dev.weft.cli.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.FabricOffers;
import dev.weft.cli.perf.plan.PerfTest;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.cli.perf.plan.WaitMode;
import dev.weft.cli.perf.port.FabricPort;
import dev.weft.cli.perf.port.Opening;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A step that fails leaves nothing open, and its own error is the one that is seen. */
class OpeningTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void shouldCloseTheLastFirst() {
    IllegalStateException error = new IllegalStateException("as wanted");
    IllegalStateException seen =
        assertThrows(
            IllegalStateException.class,
            () -> {
              try (Opening opening = new Opening()) {
                opening.ifFailed(() -> closed.add("first"));
                opening.ifFailed(this::fail);
                opening.ifFailed(() -> closed.add("last"));
                throw error;
              }
            });
    assertSame(error, seen);
    assertEquals(1, seen.getSuppressed().length);
    assertEquals(List.of("last", "first"), closed);
  }

  private void fail() {
    throw new IllegalArgumentException("close");
  }

  @Test
  void shouldCloseNothingOnceAllIsOpen() {
    try (Opening opening = new Opening()) {
      opening.ifFailed(() -> closed.add("first"));
      opening.done();
    }
    assertEquals(List.of(), closed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldLeaveNothingOfAChannelWithoutRoom(String provider) {
    requireNothingLeft(provider, ControlChannel::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldLeaveNothingOfARowWithoutRoom(String provider) {
    TestCase row =
        new TestCase(
            provider,
            PerfTest.PING_PONG,
            8,
            TestCase.SLOTS_OF_PING_PONG,
            WaitMode.SPIN,
            false,
            Threading.SAFE,
            BufferMemory.SHARED,
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            0);
    requireNothingLeft(provider, (fabric, offer) -> new FabricPort(fabric, offer, row));
  }

  /** The fabric cannot be closed while objects of it are open. */
  private static void requireNothingLeft(
      String provider, BiConsumer<Fabric, FabricInfo> constructor) {
    FabricInfo offer = FabricOffers.onThisHost(FabricOffers.hints(provider));
    try (Fabric fabric = Fabrics.open(offer)) {
      Fabric full = LyingFabric.around(fabric, LyingFabric.Lie.RUNS_OUT);
      FabricException error =
          assertThrows(FabricException.class, () -> constructor.accept(full, offer));
      assertEquals(Errno.ENOSPC, error.errno());
    }
  }
}
