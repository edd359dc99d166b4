package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures that are read into memory that cannot be written. */
@Timeout(600)
class QueueErrorsTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  @ParameterizedTest
  @MethodSource("dev.weft.ffm.object.Pair#reliable")
  void shouldKeepAFailureWhoseDataHasNoRoom(String provider) {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      pair.post(() -> pair.a.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 7));
      pair.post(() -> pair.a.endpoint.cancel(7));
      while (pair.a.queue.read(pair.a.batch, 1) != -Errno.EAVAIL) {
        Thread.onSpinWait();
      }
      ErrorCompletion entry = ErrorCompletion.allocate(pair.arena);
      try (Arena closed = Arena.ofConfined()) {
        entry.errorDataBuffer(closed.allocate(8));
      }
      assertThrows(IllegalStateException.class, () -> pair.a.queue.readErr(entry, 0));
      entry.errorDataBuffer(pair.buffer(0).asReadOnly());
      assertThrows(IllegalArgumentException.class, () -> pair.a.queue.readErr(entry, 0));
      entry.errorDataBuffer(pair.buffer(0));
      assertEquals(1, pair.a.queue.readErr(entry, 0));
      assertEquals(7, entry.context());
    }
  }
}
