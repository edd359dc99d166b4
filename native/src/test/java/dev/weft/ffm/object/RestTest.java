package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that sleep rest, whatever the provider does with its descriptor. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RestTest {
  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> providers() {
    return Pair.reliable();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void shouldRestAfterASignalAndAMessage(String provider) throws Exception {
    try (Pair pair = new Pair(provider, Capabilities.MSG)) {
      assertEquals(0, pair.a.queue.signal());
      assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, -1));
      sleepsMostly(pair);
      pair.post(() -> pair.a.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 5));
      pair.post(() -> pair.b.endpoint.inject(pair.buffer(1), 8, pair.b.peer));
      pair.a.await();
      sleepsMostly(pair);
    }
  }

  /** At most a quarter of the time is processor time; a busy machine makes it less. */
  private static void sleepsMostly(Pair pair) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = System.nanoTime();
    long before = threads.getCurrentThreadCpuTime();
    assertEquals(-Errno.EAGAIN, pair.a.queue.sread(pair.a.batch, 1, 0, 1000));
    long used = threads.getCurrentThreadCpuTime() - before;
    long passed = System.nanoTime() - start;
    assertTrue(used < passed / 4, () -> used + " of " + passed + " ns");
  }
}
