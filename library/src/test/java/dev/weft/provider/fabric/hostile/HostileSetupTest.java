package dev.weft.provider.fabric.hostile;

import dev.weft.OwnShmFolder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Fuzzes what precedes frames over shared memory: handshakes, link files, port headers and granted
 * memory of a hostile peer, valid but for one mutation. Nothing is thrown, only its link is refused
 * or broken, no other memory is touched, no file is left, other peers are not affected, and
 * afterwards no thread is busy. {@link HostileRun} has the options.
 */
@Timeout(value = 10, unit = TimeUnit.HOURS)
@ResourceLock(OwnShmFolder.PROPERTY)
class HostileSetupTest {
  /** Share of the frames; each conversation makes several files. */
  private static final int SHARE = 10;

  /** Share of the frames; requests to the victim also go between processes. */
  private static final int PROCESS_SHARE = 20;

  /** The peer's files have no lock. */
  private final OwnShmFolder own = new OwnShmFolder();

  @AfterEach
  void close() {
    own.close();
  }

  @Test
  void shouldBearHostilePeersThatConnect() throws IOException {
    try (HostileRun run = HostileRun.overFiles("setup-" + ProcessHandle.current().pid())) {
      HostileConversations.Holder holder =
          HostileConversations.SETUP.holder(
              run.fabric(), run.peer(), run.victimAddress(), run.victim, HostileRun.SEED);
      run.run(number -> hold(run, holder, number), HostileRun.FRAMES / SHARE);
      run.requireIdle();
    }
  }

  @Test
  void shouldBearAHostileProcessThatConnects() throws IOException {
    try (HostileRun run = HostileRun.overFiles("setup-process-" + ProcessHandle.current().pid());
        HostileProcess process = new HostileProcess(HostileConversations.SETUP, run)) {
      HostileConversations.Holder holder = number -> process.converse(run.victim, number);
      run.run(number -> hold(run, holder, number), HostileRun.FRAMES / PROCESS_SHARE);
      run.requireIdle();
    }
  }

  private static int hold(HostileRun run, HostileConversations.Holder holder, int number)
      throws IOException {
    int written = holder.hold(number);
    run.requireNoFiles();
    return written;
  }
}
