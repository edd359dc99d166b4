package dev.weft.cli.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.process.ShmFolder;
import dev.weft.cli.soak.kill.KillRun;
import dev.weft.cli.soak.phase.IdleWait;
import dev.weft.cli.soak.phase.PairPeer;
import dev.weft.cli.soak.phase.SoakSide;
import dev.weft.cli.soak.phase.SoakWorker;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.cli.soak.traffic.StopCondition;
import dev.weft.cli.workload.Stamp;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A little of each phase that the long run has. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SoakOverShmTest {
  private final List<String> output = new ArrayList<>();
  private long progress;

  @Test
  void shouldPassCompletionsBetweenTwoProcesses() {
    assertTrue(
        new SoakRun("shm", output::add, this::progressed).completions(100_000), output.toString());
    assertEquals(3, output.size());
    output.forEach(line -> assertTrue(line.endsWith("ok"), line));
    assertFalse(isAnythingLeft("soak-"));
  }

  @Test
  void shouldWakeSleepersInBothProcesses() {
    assertTrue(new SoakRun("shm", output::add, this::progressed).wakeups(2_000), output.toString());
    output.forEach(line -> assertTrue(line.endsWith("ok"), line));
    assertTrue(progress > 0);
  }

  @Test
  void shouldSurviveTheDeathOfPeers() {
    assertTrue(new KillRun(12, output::add, this::progressed).run(), output.toString());
    assertEquals(12, progress);
    assertFalse(isAnythingLeft("kill-"));
  }

  @Test
  void shouldReportWhatComesTwice() {
    StopCondition goal = new StopCondition(2);
    String fabric = "twice-" + ProcessHandle.current().pid();
    try (Node hostile = SoakPorts.named(fabric, "follower", WaitObject.NONE);
        SoakSide side = PairPeer.leader(fabric, IdleWait.SPIN, 1, 2)) {
      MemorySegment message = hostile.domain().allocate(SoakSide.LONG);
      Stamp.write(message, SoakSide.LONG, 0);
      long leader = hostile.peers().insert(side.port.endpoint().name());
      for (int i = 0; i < 2; i++) {
        assertEquals(0, hostile.endpoint().send(message, SoakSide.LONG, leader, i));
      }
      Thread liarsThread = Thread.ofPlatform().daemon().start(() -> poll(hostile));
      new SoakWorker(side, IdleWait.SPIN, goal, 0).run();
      end(liarsThread);
      assertTrue(goal.failure().getMessage().contains("arrived twice"), side.toString());
    }
  }

  /** Lets the long messages go. */
  private static void poll(Node port) {
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
    while (!Thread.currentThread().isInterrupted()) {
      port.queue().read(batch, 1);
      Thread.yield();
    }
  }

  private static void end(Thread thread) {
    thread.interrupt();
    while (thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  private void progressed(long done) {
    progress = done;
  }

  private static boolean isAnythingLeft(String prefix) {
    Path user = ShmFolder.base().resolve("weft-" + System.getProperty("user.name"));
    return Files.exists(user.resolve(prefix + ProcessHandle.current().pid()));
  }
}
