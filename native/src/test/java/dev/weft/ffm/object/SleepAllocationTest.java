package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import dev.weft.ffm.SteadyBytes;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A platform thread that sleeps for a native queue allocates nothing once its code is compiled. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SleepAllocationTest {
  private static final int SLEEPS = 500;
  private static final int MAX_WARM_UPS = 80;

  private final AtomicInteger begun = new AtomicInteger();
  private volatile boolean over;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Installed.providers("ofi:tcp", "ofi:shm");
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldAllocateNothing(String provider) throws InterruptedException {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      MemorySegment room = pair.buffer(0);
      Thread sender = Thread.ofPlatform().start(() -> sendToSleepers(pair));
      long bytes = SteadyBytes.of(MAX_WARM_UPS, () -> sleep(pair, room));
      over = true;
      sender.join();
      assertEquals(0, bytes, "bytes in " + SLEEPS + " sleeps");
    }
  }

  private void sendToSleepers(Pair pair) {
    MemorySegment message = pair.buffer(1);
    NativeCompletionQueue sleeper = (NativeCompletionQueue) pair.a.queue;
    int sent = 0;
    while (!over) {
      boolean wanted = sent < begun.get() && sleeper.waitingThreads() > 0;
      if (wanted && pair.b.endpoint.inject(message, 8, pair.b.peer) == 0) {
        sent++;
      }
      pair.b.queue.read(null, 0);
      Thread.yield();
    }
  }

  /** Some sleeps, of which each takes a message. */
  private void sleep(Pair pair, MemorySegment room) {
    for (int i = 0; i < SLEEPS; i++) {
      begun.incrementAndGet();
      while (pair.a.endpoint.recv(room, 8, FabricAddress.UNSPEC, 1) == -Errno.EAGAIN) {
        pair.a.queue.read(null, 0);
      }
      if (pair.a.queue.sread(pair.a.batch, 1, 0, -1) != 1) {
        throw new AssertionError("nothing came");
      }
    }
  }
}
