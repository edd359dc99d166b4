package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A platform thread that sleeps for a native queue allocates nothing once its code is compiled. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class SleepAllocationTest {
  private static final int SLEEPS = 500;
  private static final int MAX_WARM_UPS = 80;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

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
      for (int i = 0; i < MAX_WARM_UPS && sleeps(pair, room) > 0; i++) {
        // until it is compiled
      }
      long[] bytes = {sleeps(pair, room), sleeps(pair, room), sleeps(pair, room)};
      over = true;
      sender.join();
      Arrays.sort(bytes);
      assertEquals(0, bytes[1], "bytes in " + SLEEPS + " sleeps");
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

  /** Bytes that this thread allocates in some sleeps, of which each takes a message. */
  private long sleeps(Pair pair, MemorySegment room) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < SLEEPS; i++) {
      begun.incrementAndGet();
      while (pair.a.endpoint.recv(room, 8, FabricAddress.UNSPEC, 1) == -Errno.EAGAIN) {
        pair.a.queue.read(null, 0);
      }
      if (pair.a.queue.sread(pair.a.batch, 1, 0, -1) != 1) {
        throw new AssertionError("nothing came");
      }
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
