package dev.weft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a check in a Java process of its own, so that what it finds about the process, such as the
 * use of its threads, is not that of other tests. Properties {@code weft.*} are passed on. The
 * process ends when this one does.
 */
public final class OwnProcess {
  private OwnProcess() {}

  /** Fails, with all that was printed, unless this class's {@code main} returns. */
  public static void run(Class<?> check, String... arguments) throws IOException {
    List<String> options = new ArrayList<>(List.of("--illegal-native-access=deny", "-ea"));
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("weft.") || name.startsWith("dev.weft."))
        .forEach(name -> options.add("-D" + name + "=" + System.getProperty(name)));
    List<String> command = command(options, OwnProcess.class, check.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.onExit().join().exitValue(), printed);
    System.out.print(printed);
  }

  /**
   * Starts a {@code main} that a test talks to. The process starts soon, has a small heap, and uses
   * the shm folder of the test.
   */
  public static Process start(Class<?> program, String... arguments) throws IOException {
    List<String> options =
        List.of(
            "--illegal-native-access=deny",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-XX:MaxDirectMemorySize=2g",
            OwnShmFolder.option());
    return new ProcessBuilder(command(options, program, arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** The command that runs a {@code main} on the class path of the tests; can be added to. */
  public static List<String> command(List<String> options, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path") + ":target/classes:target/test-classes");
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  /** The other process. Arguments: the class, and what its {@code main} takes. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread.ofPlatform().daemon().start(OwnProcess::endWithInput);
    String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
    Method main = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) rest);
    } catch (ReflectiveOperationException failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // as at its end
    }
    System.exit(2);
  }
}
