package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import dev.weft.futures.LeasedBuffer;
import dev.weft.futures.Operations;
import dev.weft.futures.Success;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link Operations} over native endpoints. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FuturesTest {
  private static final int LAPS = 100;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldCompleteEachOperation(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Operations a = Operations.driven(pair.a.endpoint, pair.a.queue);
        Operations b = Operations.driven(pair.b.endpoint, pair.b.queue);
        LeasedBuffer sent = LeasedBuffer.allocate(pair.domain, 8);
        LeasedBuffer received = LeasedBuffer.allocate(pair.domain, 8)) {
      for (int lap = 0; lap < LAPS; lap++) {
        CompletableFuture<Success> receive = b.recv(received, FabricAddress.UNSPEC);
        sent.segment().set(ValueLayout.JAVA_LONG, 0, lap);
        CompletableFuture<Success> send = a.send(sent, 8, pair.a.peer);
        assertEquals(8, b.await(receive).length());
        a.await(send);
        assertEquals(lap, received.segment().get(ValueLayout.JAVA_LONG, 0));
      }
    }
  }

  /** The memory of a buffer that is lent stays open. */
  @ParameterizedTest
  @MethodSource("reliable")
  void shouldRefuseToCloseTheArenaOfABufferInFlight(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG);
        Operations b = Operations.driven(pair.b.endpoint, pair.b.queue)) {
      Arena arena = Arena.ofShared();
      LeasedBuffer buffer = LeasedBuffer.of(arena.allocate(8), arena);
      CompletableFuture<Success> receive = b.recv(buffer, FabricAddress.UNSPEC);
      assertThrows(IllegalStateException.class, buffer::close);
      pair.post(() -> pair.a.endpoint.inject(pair.buffer(1), 8, pair.a.peer));
      assertEquals(8, b.await(receive).length());
      buffer.close();
    }
  }
}
