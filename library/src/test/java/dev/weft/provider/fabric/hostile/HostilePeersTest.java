package dev.weft.provider.fabric.hostile;

import dev.weft.provider.fabric.Node;
import dev.weft.wire.Wire;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzzes endpoints: hostile peers write valid conversations with exactly one mutation. Nothing is
 * thrown, only their link ends, each operation ends once, no other memory is touched, other peers
 * are not affected, and afterwards no thread is busy. {@link HostileRun} has the options.
 */
@Timeout(value = 10, unit = TimeUnit.HOURS)
class HostilePeersTest {
  /** Share of the frames; each conversation of this wire creates files. */
  private static final int SHM_SHARE = 10;

  /** Share of the frames; requests to the victim also go between processes. */
  private static final int PROCESS_SHARE = 20;

  @Test
  void shouldBearHostilePeersInTheProcess() throws IOException {
    String fabric = Node.freshName();
    Wire wire = Node.farWire(fabric);
    try (HostileRun run = HostileRun.inProcess(fabric, "loopback://hostile")) {
      String other = run.victimAddress();
      run.run(
          number ->
              HostileConversation.hold(
                  wire, run.peer(), other, run.victim, HostileRun.SEED, number),
          HostileRun.FRAMES);
    }
  }

  /** Runs over files that both sides map, as between processes. */
  @Test
  void shouldBearHostilePeersOverSharedFiles() throws IOException {
    try (HostileRun run = HostileRun.overFiles("hostile-" + ProcessHandle.current().pid())) {
      HostileConversations.Holder holder =
          HostileConversations.FRAMES.holder(
              run.fabric(), run.peer(), run.victimAddress(), run.victim, HostileRun.SEED);
      run.run(holder, HostileRun.FRAMES / SHM_SHARE);
      run.requireIdle();
    }
  }

  @Test
  void shouldBearAHostileProcess() throws IOException {
    try (HostileRun run = HostileRun.overFiles("hostile-process-" + ProcessHandle.current().pid());
        HostileProcess process = new HostileProcess(HostileConversations.FRAMES, run)) {
      run.run(number -> process.converse(run.victim, number), HostileRun.FRAMES / PROCESS_SHARE);
      run.requireIdle();
    }
  }
}
