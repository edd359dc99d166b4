package dev.weft.provider.fabric.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.OwnShmFolder;
import dev.weft.SeededRandom;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills processes at random points under traffic and restarts them under the same names. Two
 * survivors in this process, one that blocks and one that polls, and one in a process that is never
 * killed, lose no messages between them, and each operation ends once. {@code -Dweft.kills} sets
 * the number of kills.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class ShmKillTest {
  private static final int KILLS = Integer.getInteger("weft.kills", 40);
  private static final int SURVIVORS = 2;
  private static final int NEVER_KILLED = 2;
  private static final int FIRST_VICTIM = 3;
  private static final int VICTIMS = 3;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(300);

  private final String fabric = "kill-" + ProcessHandle.current().pid();
  private final String[] addresses = new String[FIRST_VICTIM + VICTIMS];
  private final AtomicInteger killsLeft = new AtomicInteger(KILLS);
  private volatile boolean killing = true;
  private volatile boolean ending;
  private volatile Process neverKilled;
  private volatile Throwable failure;

  ShmKillTest() {
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = "shm://" + fabric + "/peer-" + i;
    }
  }

  @Test
  void shouldSurviveTheDeathOfPeersAtAnyTime() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool();
        KillTestEndpoint first = survivor(0, WaitObject.UNSPEC);
        KillTestEndpoint second = survivor(1, WaitObject.NONE)) {
      Future<?> sleeper = threads.submit(() -> live(first, second, 0, true));
      Future<?> poller = threads.submit(() -> live(second, first, 1, false));
      neverKilled = KillTestProcess.start(fabric, NEVER_KILLED, 0, SURVIVORS, addresses);
      BufferedReader said = ready(neverKilled);
      List<Future<?>> killers = new ArrayList<>();
      for (int victim = FIRST_VICTIM; victim < addresses.length; victim++) {
        int number = victim;
        killers.add(threads.submit((Callable<Void>) () -> kill(number)));
      }
      for (Future<?> killer : killers) {
        killer.get();
      }
      killing = false;
      String[] sent = end(said);
      ending = true;
      sleeper.get();
      poller.get();
      assertEquals(0, neverKilled.waitFor());
      assertEquals(sent[0], counts(first, NEVER_KILLED));
      assertEquals(sent[1], counts(second, NEVER_KILLED));
      assertEquals(Arrays.toString(second.sent[0]), counts(first, 1));
      assertEquals(Arrays.toString(first.sent[1]), counts(second, 0));
      assertTrue(first.failures > 0, "no process was killed under traffic");
    }
    Path folder = OwnShmFolder.ofUser().resolve(fabric);
    Node.until(() -> Files.notExists(folder)); // others who reclaim look in for a moment
  }

  /** Ends the process that is never killed; returns how much it sent to each survivor. */
  private String[] end(BufferedReader said) {
    try {
      neverKilled.getOutputStream().close();
      return new String[] {said.readLine(), said.readLine()};
    } catch (IOException endedByASurvivor) {
      throw new AssertionError("a survivor failed", failure);
    }
  }

  private static String counts(KillTestEndpoint killTestEndpoint, int peer) {
    return Arrays.toString(killTestEndpoint.received[peer]);
  }

  private KillTestEndpoint survivor(int number, WaitObject wait) {
    return new KillTestEndpoint(
        Node.open(fabric, ShmPeer.hints(addresses[number]), wait), number, 0, true, addresses);
  }

  /** Ends the process that waits for this survivor if the survivor fails. */
  private void live(
      KillTestEndpoint killTestEndpoint, KillTestEndpoint other, int number, boolean sleeps) {
    try {
      exchange(killTestEndpoint, other, number, sleeps);
    } catch (RuntimeException | Error thrown) {
      failure = thrown;
      neverKilled.destroyForcibly();
      throw thrown;
    }
  }

  /** Sends and receives until all others have left, and then until all operations have ended. */
  private void exchange(
      KillTestEndpoint killTestEndpoint, KillTestEndpoint other, int number, boolean sleeps) {
    while (killing) {
      for (int peer = 0; peer < addresses.length; peer++) {
        if (peer != number) {
          killTestEndpoint.send(peer);
        }
      }
      killTestEndpoint.take(sleeps);
    }
    long start = System.nanoTime();
    while (!ending || !killTestEndpoint.isIdle() || !other.isIdle()) {
      killTestEndpoint.take(sleeps);
      KillTestEndpoint.require(System.nanoTime() - start < PATIENCE, "something never ends");
    }
    killTestEndpoint.take(sleeps);
  }

  private Void kill(int number) throws IOException, InterruptedException {
    Random random = SeededRandom.of(number);
    int life = 0;
    while (killsLeft.getAndDecrement() > 0) {
      Process process = KillTestProcess.start(fabric, number, life++, SURVIVORS, addresses);
      try {
        if (random.nextInt(8) == 0) {
          Thread.sleep(random.nextInt(400));
        } else {
          ready(process);
          Thread.sleep(random.nextInt(30));
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    return null;
  }

  private static BufferedReader ready(Process process) throws IOException {
    BufferedReader out = process.inputReader();
    assertEquals("ready", out.readLine());
    return out;
  }
}
