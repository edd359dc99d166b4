package dev.weft.cli.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A child process of this program, which ends with this one in every case. */
public final class WeftProcess implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String BARRIER = "UseSystemMemoryBarrier";
  private static final LongAdder CPU_NANOS = new LongAdder();

  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;

  private WeftProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts a process; its standard error is inherited.
   *
   * @param main main class
   * @param options options of the virtual machine
   */
  public static WeftProcess start(Class<?> main, List<String> options, List<String> arguments) {
    return start(main, options, classPath(), arguments);
  }

  /** Starts a process with a different class path. */
  static WeftProcess start(
      Class<?> main, List<String> options, String classPath, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(callsOfC());
    if (System.getProperty(ShmFolder.PROPERTY) != null) {
      line.add("-D" + ShmFolder.PROPERTY + "=" + System.getProperty(ShmFolder.PROPERTY));
    }
    line.addAll(List.of("-cp", classPath, main.getName()));
    line.addAll(arguments);
    return Shutdown.delaying(() -> start(line));
  }

  private static WeftProcess start(List<String> line) {
    try {
      return new WeftProcess(
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException("A second process could not be started", e);
    }
  }

  /**
   * How this process calls C, for the child. It may call C if this process may; its classes are in
   * no named module.
   */
  private static List<String> callsOfC() {
    List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
    List<String> options = new ArrayList<>();
    if (own.stream().anyMatch(argument -> argument.startsWith("--enable-native-access"))) {
      options.add("--enable-native-access=ALL-UNNAMED");
    }
    own.stream().filter(argument -> argument.contains(BARRIER)).forEach(options::add);
    return options;
  }

  /** The path of this process, both modules and classes, as a class path. */
  static String classPath() {
    return Stream.of("jdk.module.path", "java.class.path")
        .flatMap(name -> Stream.of(System.getProperty(name, "").split(File.pathSeparator, -1)))
        .filter(element -> !element.isEmpty())
        .flatMap(element -> onClassPath(Path.of(element)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A module path names folders of jars, which a class path does not search. */
  static Stream<String> onClassPath(Path element) {
    File[] jars = element.toFile().listFiles((_, name) -> name.endsWith(".jar"));
    return jars == null || jars.length == 0
        ? Stream.of(element.toString())
        : Stream.of(jars).map(File::getPath).sorted();
  }

  /** The next line of its output; null after its end. */
  public String readLine() {
    try {
      return output.readLine();
    } catch (IOException e) {
      return null;
    }
  }

  /** Writes a line to its input. */
  public void println(String line) {
    input.println(line);
  }

  /** {@code kill -9}, and waits until it is gone. */
  public void kill() {
    Shutdown.delaying(() -> process.destroyForcibly().onExit().join());
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The process ID. */
  public long pid() {
    return process.pid();
  }

  /** The exit status, after the process has ended. */
  public int status() {
    return process.onExit().join().exitValue();
  }

  /** Waits for the end; returns the exit status. */
  int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Nanoseconds of processor time used by closed processes. */
  public static long cpuNanos() {
    return CPU_NANOS.sum();
  }

  /**
   * Closes its input, and terminates it if that does not end it, so that it deletes its files.
   * Kills it only if it does not terminate. An interrupt does not shorten the wait.
   */
  @Override
  public void close() {
    process.info().totalCpuDuration().ifPresent(cpu -> CPU_NANOS.add(cpu.toNanos()));
    input.close();
    if (!endsInTime()) {
      process.destroy();
      if (!endsInTime()) {
        kill();
      }
    }
  }

  private boolean endsInTime() {
    boolean interrupted = Thread.interrupted();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (process.isAlive() && System.nanoTime() < deadline) {
      try {
        process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !process.isAlive();
  }
}
