package dev.weft.wire.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files of links that this process maps. */
public final class MappedLinks {
  private MappedLinks() {}

  /** How many there are whose path has this part. */
  public static long count(String part) {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains(part) && line.contains(".link")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
