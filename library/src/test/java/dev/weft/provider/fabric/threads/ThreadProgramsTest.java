package dev.weft.provider.fabric.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.OwnShmFolder;
import dev.weft.program.RandomPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs random programs of several threads that share endpoints, and checks what must be so in any
 * order of their steps. {@code -Dweft.programs=N} runs more, {@code -Dweft.seed=S} runs one.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ThreadProgramsTest {
  private static final int PROGRAMS = 200;
  private static final int PROVIDERS = 2;

  @Test
  void shouldKeepItsPromisesToAllThreadsOverLoopback() {
    run("loopback");
  }

  @Test
  @ResourceLock(OwnShmFolder.PROPERTY)
  void shouldKeepItsPromisesToAllThreadsOverSharedMemory() throws IOException {
    try (OwnShmFolder _ = new OwnShmFolder()) {
      run("shm");
      try (Stream<Path> files = Files.walk(OwnShmFolder.current())) {
        assertEquals(List.of(), files.filter(Files::isRegularFile).toList());
      }
    }
  }

  private static void run(String provider) {
    RandomPrograms.requireAgreement(
        PROGRAMS, PROVIDERS, seed -> ThreadProgram.random(seed, provider));
  }
}
