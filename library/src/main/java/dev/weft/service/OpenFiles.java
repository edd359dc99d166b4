package dev.weft.service;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The file descriptors of the process: how many are open, and how many may be. */
final class OpenFiles {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String LIMIT = "Max open files";
  private static final File OPEN = new File("/proc/self/fd");

  private final String limit;

  /** Needs a descriptor itself: make it before they may be short. */
  OpenFiles() {
    this.limit = limit();
  }

  /** The soft limit, the first number behind the name; empty if it is not known. */
  private static String limit() {
    try (Stream<String> lines = Files.lines(LIMITS)) {
      return lines
          .filter(line -> line.startsWith(LIMIT))
          .map(line -> line.substring(LIMIT.length()).strip())
          .map(line -> line.substring(0, line.indexOf(' ')))
          .findFirst()
          .orElse("");
    } catch (IOException notThere) {
      return "";
    }
  }

  /** Such as {@code 1024 of 1024 file descriptors are open}. */
  @Override
  public String toString() {
    String[] open = OPEN.list(); // null if no descriptor is left for it, else it has one more
    return limit.isEmpty()
        ? "too many file descriptors are open"
        : (open == null ? limit : open.length - 1) + " of " + limit + " file descriptors are open";
  }
}
