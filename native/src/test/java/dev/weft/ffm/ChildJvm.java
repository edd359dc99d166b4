package dev.weft.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program of the tests in a JVM of its own, which may crash. */
public final class ChildJvm {
  private ChildJvm() {}

  /** All that the program printed, without input; fails unless it ended with status 0. */
  public static String run(List<String> options, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    File none = new File("/dev/null");
    Process process = builder(options, program, arguments).redirectInput(none).start();
    String text = printed(process);
    assertEquals(0, process.waitFor(), () -> program.getSimpleName() + " printed: " + text);
    return text;
  }

  /** All that a process prints until it ends. */
  public static String printed(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Starts the program; its output has its errors, too. */
  public static Process start(List<String> options, Class<?> program, String... arguments)
      throws IOException {
    return builder(options, program, arguments).start();
  }

  private static ProcessBuilder builder(
      List<String> options, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-ea", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=/dev/null"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    File folder = new File(System.getProperty("java.io.tmpdir"));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder);
    // glibc fills freed memory with this byte.
    builder.environment().put("MALLOC_PERTURB_", "165");
    return builder.redirectErrorStream(true);
  }
}
