package dev.weft.nic.queuepair.hostile;

import dev.weft.OwnProcess;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.queuepair.OtherProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fuzzes queue pairs: valid conversations of a peer, each with one mutation. {@code
 * -Dweft.hostile.frames=N} runs more, {@code -Dweft.seed=S} runs one of each service.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class HostileConversationsTest {
  private static final int VALID = 300;

  @ParameterizedTest
  @EnumSource
  void shouldBuildValidConversations(Service service) {
    try (HostileBench bench = HostileBench.inProcess(service, HostileConversations.loopback())) {
      for (long seed = 0; seed < VALID; seed++) {
        HostileConversations.run(bench, service, seed, HostileConversations.Change.NONE, null);
      }
    }
  }

  /** What follows from a frame, a violation too, must not depend on the thread that reads it. */
  @ParameterizedTest
  @EnumSource
  void shouldNotDependOnTheThreadThatServes(Service service) {
    try (HostileBench bench = HostileBench.inProcess(service, HostileConversations.loopback());
        LockContender _ = bench.contendForLock()) {
      for (long seed = 0; seed < VALID; seed++) {
        boolean valid = seed % 2 == 0;
        HostileConversations.Change change =
            valid ? HostileConversations.Change.NONE : HostileConversations.Change.VIOLATION;
        HostileConversations.run(bench, service, seed, change, null);
      }
    }
  }

  /** Long sends may carry the place of their data where both sides map files. */
  @ParameterizedTest
  @EnumSource
  void shouldBuildValidConversationsOverFiles(Service service, @TempDir Path folder) {
    AddressMap addresses = OtherProcess.network(folder);
    boolean toContext = service == Service.RELIABLE_DATAGRAM;
    HostileFrameWriter writer = new LocalFrameWriter(addresses, toContext, toContext);
    try (HostileBench bench = HostileBench.overFiles(service, addresses, writer)) {
      for (long seed = 0; seed < VALID; seed++) {
        HostileConversations.run(bench, service, seed, HostileConversations.Change.NONE, null);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndNothingButTheLink(HostileConversations.Peer peer, @TempDir Path folder)
      throws IOException {
    OwnProcess.run(HostileConversations.class, peer.name(), folder.toString());
  }
}
