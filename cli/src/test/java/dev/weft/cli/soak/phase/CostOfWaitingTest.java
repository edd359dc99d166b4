package dev.weft.cli.soak.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.cli.process.WeftProcess;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.cli.soak.traffic.StopCondition;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What shm costs the kernel and the processors: nothing while busy, nothing while idle. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CostOfWaitingTest {
  private static final Path COUNTERS = Path.of("/proc/self/io");
  private static final int MESSAGES = 20_000;
  private static final int FEW = MESSAGES / 20;

  private final String fabric = "cost-" + ProcessHandle.current().pid();
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 4);

  private long peer;

  @Test
  void shouldMakeNoSystemCallForAMessageWhileBothSidesAreAwake() throws IOException {
    long calls = writesFor(MESSAGES, false);
    assertTrue(calls < FEW, calls + " system calls for " + MESSAGES + " messages");
  }

  /** The doorbell is a write, so that the count above would show it. */
  @Test
  void shouldRingTheDoorbellOfASleeper() throws IOException {
    assertTrue(writesFor(10, true) >= 10, "no doorbell was rung");
  }

  /** How many system calls that write so many messages take, after the first one. */
  private long writesFor(int messages, boolean asleep) throws IOException {
    assumeTrue(Files.isReadable(COUNTERS));
    try (Node near = SoakPorts.named(fabric, "near", WaitObject.UNSPEC);
        Node far = SoakPorts.named(fabric, "far", WaitObject.UNSPEC)) {
      MemorySegment message = near.domain().allocate(64);
      peer = near.peers().insert(far.endpoint().name());
      deliver(near, far, message, false);
      long before = writes();
      for (int i = 0; i < messages; i++) {
        deliver(near, far, message, asleep);
      }
      return writes() - before;
    }
  }

  /** One message; the receiver has gone to sleep before, or looks without ever sleeping. */
  private void deliver(Node from, Node to, MemorySegment message, boolean asleep) {
    assertEquals(0, to.endpoint().recv(message, 64, FabricAddress.UNSPEC, 1));
    if (asleep) {
      assertEquals(-Errno.EAGAIN, to.queue().sread(batch, 1, 0, 1));
    }
    assertEquals(0, from.endpoint().inject(message, 8, peer));
    while (to.queue().read(batch, 1) != 1) {
      Thread.onSpinWait();
    }
  }

  private static long writes() throws IOException {
    return Files.readAllLines(COUNTERS).stream()
        .filter(line -> line.startsWith("syscw:"))
        .mapToLong(line -> Long.parseLong(line.substring("syscw:".length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  /** The other process sleeps in {@code sread} until this one has something to say. */
  @Test
  void shouldUseNoProcessorWhileAsleep() throws InterruptedException {
    StopCondition goal = new StopCondition(1);
    SoakPhase phase = SoakPhase.pair("asleep", IdleWait.PARK, false, 0);
    try (SoakSide leader = PairPeer.leader(fabric, phase.idleWait(), 1, 1);
        WeftProcess sleeper = PairPeer.start(fabric, phase, 1, 1)) {
      assertEquals(PairPeer.READY, sleeper.readLine());
      long used = leastCpuMillis(sleeper);
      new SoakWorker(leader, phase.idleWait(), goal, 0).run();
      sleeper.println(PairPeer.STOP);
      assertEquals(PairPeer.GOOD, sleeper.readLine());
      assertNull(goal.failure());
      assertEquals(2, leader.completions(), "it was not asleep, but gone");
      assertTrue(used < 100, used + " ms of processor time in 1 s of sleep");
    }
  }

  /** What a second costs once the process has started and compiled its code, however long after. */
  private static long leastCpuMillis(WeftProcess sleeper) throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int second = 0; second < 60 && least >= 100; second++) {
      long before = cpuMillis(sleeper);
      Thread.sleep(1_000);
      least = Math.min(least, cpuMillis(sleeper) - before);
    }
    return least;
  }

  private static long cpuMillis(WeftProcess process) {
    return ProcessHandle.of(process.pid())
        .flatMap(handle -> handle.info().totalCpuDuration())
        .orElseThrow()
        .toMillis();
  }
}
