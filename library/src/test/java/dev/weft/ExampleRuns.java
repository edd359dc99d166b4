package dev.weft;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Compiles the programs of the folder {@code examples}, and runs each in a JVM of its own. */
final class ExampleRuns {
  private static final Path FOLDER = Path.of("..", "examples");
  private static final Path LIBRARY = Path.of("target", "classes");

  /** A class of each jar that an example needs beside the library. */
  private static final List<String> NETTY =
      List.of(
          "io.netty.channel.EventLoop",
          "io.netty.buffer.ByteBuf",
          "io.netty.util.concurrent.Future",
          "io.netty.resolver.AddressResolver");

  private final String libraries;
  private final Path scratch;
  private final Path classes;
  private final Map<String, String> outputs = new ConcurrentHashMap<>();

  /**
   * Compiles all examples.
   *
   * @param scratch an existing folder for classes and output
   */
  ExampleRuns(Path scratch) throws IOException {
    this.scratch = scratch;
    this.libraries = libraries();
    this.classes = Files.createTempDirectory(scratch, "classes");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-cp", libraries, "-sourcepath", FOLDER.toString()));
    arguments.addAll(List.of("-d", classes.toString()));
    names().forEach(name -> arguments.add(source(name).toString()));
    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, javac.run(out, out, arguments.toArray(String[]::new)), messages::toString);
  }

  /** The library and the jars that examples need, as a class path. */
  private static String libraries() {
    List<String> places = new ArrayList<>(List.of(LIBRARY.toString()));
    NETTY.forEach(name -> places.add(jarOf(name)));
    return String.join(File.pathSeparator, places);
  }

  private static String jarOf(String name) {
    try {
      CodeSource source = Class.forName(name).getProtectionDomain().getCodeSource();
      return Path.of(source.getLocation().toURI()).toString();
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException("netty-transport must be on the class path of the tests", e);
    }
  }

  static Path source(String name) {
    return FOLDER.resolve(name + ".java");
  }

  /** The examples; {@code Arguments} belongs to several. */
  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".java") && !file.equals("Arguments.java"))
          .map(file -> file.replace(".java", ""))
          .sorted()
          .toList();
    }
  }

  /** What an example prints without arguments. Runs it once. */
  String output(String name) {
    return outputs.computeIfAbsent(name, this::runUnchecked);
  }

  /** What an example prints that is run from its source file. */
  String outputOfSource(String name) throws IOException, InterruptedException {
    return finish(source(name).toString(), LIBRARY.toString());
  }

  /** Runs a server and a client over {@code shm} in a process each; returns their output. */
  List<String> runBothSides(String name, String server) throws Exception {
    CompletableFuture<String> serving =
        CompletableFuture.supplyAsync(() -> runUnchecked(name, "--provider", "shm", server));
    String client = run(name, "--provider", "shm", "client");
    return List.of(serving.get(2, MINUTES).strip(), client.strip());
  }

  private String runUnchecked(String name, String... arguments) {
    try {
      return run(name, arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs an example, which must succeed; returns its output. */
  String run(String name, String... arguments) throws IOException, InterruptedException {
    return finish(name, classPath(), arguments);
  }

  private String finish(String program, String classPath, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "output", ".txt");
    return ended(start(program, classPath, output, arguments), output);
  }

  /** Starts an example, whose output goes to a file. */
  Process start(String name, Path output, String... arguments) throws IOException {
    return start(name, classPath(), output, arguments);
  }

  private String classPath() {
    return libraries + File.pathSeparator + classes;
  }

  private static Process start(String program, String classPath, Path output, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // they end soon
    command.add("--illegal-native-access=deny");
    command.add("--class-path=" + classPath);
    command.add(program);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /** Runs an example, which must refuse its arguments; returns its output. */
  String refusal(String name, String... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "output", ".txt");
    return ended(start(name, output, arguments), output, 2);
  }

  static String ended(Process process, Path output) throws IOException, InterruptedException {
    return ended(process, output, 0);
  }

  private static String ended(Process process, Path output, int status)
      throws IOException, InterruptedException {
    boolean ended = process.waitFor(2, MINUTES);
    process.destroyForcibly().waitFor();
    String printed = Files.readString(output);
    assertTrue(ended, () -> process.info() + " does not end; it printed " + printed);
    assertEquals(status, process.exitValue(), printed);
    return printed;
  }
}
