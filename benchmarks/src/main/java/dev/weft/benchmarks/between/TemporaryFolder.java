package dev.weft.benchmarks.between;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with everything in it when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  private static final String PREFIX = "weft-benchmark";

  /** A folder in the usual place. */
  public static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(PREFIX));
  }

  /** A folder in shared memory. */
  public static TemporaryFolder createInSharedMemory() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(Path.of("/dev/shm"), PREFIX));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    }
  }
}
