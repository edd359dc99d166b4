package dev.weft.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * {@code libfabric_pingpong.c}, compiled where it is needed, because libfabric's calls are inline
 * functions of the installed headers. It gets the library that Weft loads: the same name, looked
 * for in {@code LD_LIBRARY_PATH} first.
 */
final class PingPongSource {
  private static final String NAME = "libfabric_pingpong";
  private static final String FILE = NAME + ".c";

  private PingPongSource() {}

  /**
   * The program, in this folder.
   *
   * @throws IOException if it cannot be compiled here; the message says why
   */
  static Path compileIn(Path folder) throws IOException, InterruptedException {
    return compileIn(folder, "gcc");
  }

  static Path compileIn(Path folder, String compiler) throws IOException, InterruptedException {
    try (InputStream source = PingPongSource.class.getResourceAsStream(FILE)) {
      Files.copy(Objects.requireNonNull(source, FILE), folder.resolve(FILE));
    }
    Process process = start(folder, command(compiler));
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(reason(compiler, output));
    }
    return folder.resolve(NAME);
  }

  private static Process start(Path folder, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    try {
      return builder.directory(folder.toFile()).start();
    } catch (IOException e) {
      throw new IOException(command.getFirst() + " is not installed", e);
    }
  }

  /** Names the library's file: without the package for development, no other name is there. */
  private static List<String> command(String compiler) {
    List<String> command = new ArrayList<>(List.of(compiler, "-O2", "-pthread", "-o", NAME, FILE));
    Arrays.stream(System.getenv().getOrDefault("LD_LIBRARY_PATH", "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .forEach(folder -> command.add("-L" + folder));
    command.add("-l:libfabric.so.1");
    return command;
  }

  /** The first error of the compiler or of its linker. */
  static String reason(String compiler, String output) {
    String error =
        output
            .lines()
            .filter(line -> line.contains("error: ") || line.contains("cannot find"))
            .findFirst()
            .orElse(output.strip());
    return compiler + ": " + error + " (Debian: apt-get install libfabric-dev)";
  }
}
