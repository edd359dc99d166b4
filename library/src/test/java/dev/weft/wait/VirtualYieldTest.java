package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.OwnProcess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Virtual threads that wait without parking let other virtual threads run, even if all share one
 * carrier. The threads run in a process of their own, because the number of carriers is an option
 * of the virtual machine.
 */
class VirtualYieldTest {
  private static final int ROUNDS = 200;

  private static volatile boolean done;

  @Test
  @Timeout(value = 600, unit = TimeUnit.SECONDS)
  void shouldLetTheAwaitedThreadRun() throws Exception {
    Process process =
        new ProcessBuilder(
                OwnProcess.command(
                    List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "-XX:TieredStopAtLevel=1"),
                    VirtualYieldTest.class))
            .inheritIO()
            .start();
    try {
      assertEquals(0, process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  /** Waits for a virtual thread that starts later, in each way. */
  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      await(VirtualYieldTest::backOff);
      await(() -> await(IdleStrategy.YIELD));
      await(() -> await(IdleStrategy.SPIN));
    }
  }

  private static void await(Runnable wait) throws InterruptedException {
    done = false;
    Thread waiter = Thread.startVirtualThread(wait);
    Thread.yield();
    Thread awaited = Thread.startVirtualThread(() -> done = true);
    awaited.join();
    waiter.join();
  }

  private static void backOff() {
    for (int looks = 0; !done; looks++) {
      Backoff.pause(looks);
    }
  }

  private static void await(IdleStrategy strategy) {
    try (Notifier notifier = new Notifier(strategy, 0, null)) {
      notifier.await(() -> done, Deadline.FOREVER);
    }
  }
}
