package dev.weft.nic.endpoint;

import dev.weft.OwnProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fuzzes connection setup. Nothing is thrown, only the link of a hostile peer ends, valid requests
 * are served, and afterwards no thread of the library is busy. {@code -Dweft.hostile.frames} sets
 * the number of frames, {@code -Dweft.seed} repeats one conversation.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class HostileCallsTest {
  @Test
  void shouldBearHostileCallsInOneProcess() throws IOException {
    OwnProcess.run(HostileCalls.class);
  }

  @Test
  void shouldBearHostileCallsOverSharedFiles(@TempDir Path folder) throws IOException {
    OwnProcess.run(HostileCalls.class, folder.toString());
  }
}
