package dev.weft.provider.fabric.wait;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.memory.MemoryTable;
import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.nic.message.MachineConfig;
import dev.weft.nic.message.MachineCounters;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.PeerRights;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The progress thread of a domain continues with other endpoints when one fails. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressThreadTest {
  private static final MachineConfig PARTS =
      new MachineConfig(
          new MachineLimits(1, 1, 1, 1, 1),
          true,
          false,
          true,
          new SourcePolicy(null, false, false, false),
          null,
          null,
          new MachineCounters(null, null, null, null, null, null),
          new PeerRights(true, true, true, true, true, true),
          new MemoryTable(),
          null,
          null,
          0);

  /** An endpoint that counts how often it is progressed, and may fail. */
  private static final class Machine extends EndpointMachine {
    private final Error failure;
    private final AtomicInteger count = new AtomicInteger();

    Machine(Error failureOrNull) {
      super(PARTS);
      failure = failureOrNull;
    }

    @Override
    public void progressAndArm() {
      count.incrementAndGet();
      if (failure != null) {
        throw failure;
      }
    }
  }

  private static Error failure(String name) {
    return switch (name) {
      case "memory" -> new OutOfMemoryError("as where the heap is full");
      case "page" -> new InternalError("as where a buffer's file was cut");
      default -> new AssertionError("as of a bug");
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "page", "bug"})
  void shouldProgressOthersWhileOneFails(String name) {
    long start = System.nanoTime();
    Machine failing = new Machine(failure(name));
    Machine good = new Machine(null);
    try (ProgressThread thread = new ProgressThread(new DeferredWorkList())) {
      thread.add(failing);
      thread.add(good);
      for (int i = 0; i < 200 || failing.count.get() < 4; i++) {
        int before = good.count.get();
        thread.wake();
        while (good.count.get() == before) {
          Thread.yield();
        }
      }
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      int attempts = failing.count.get();
      assertTrue(attempts <= 12 + seconds, () -> attempts + " attempts in " + seconds + " s");
      assertTrue(thread.failures.count() >= 4);
    }
  }
}
