package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code weft} in a checkout that was never built, with a Maven that fails. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FirstBuildTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path checkout;

  @BeforeEach
  void copyScripts() throws IOException {
    Files.createDirectory(checkout.resolve("config"));
    Files.copy(ROOT.resolve("weft"), checkout.resolve("weft"));
    Files.copy(ROOT.resolve("config/launcher.sh"), checkout.resolve("config/launcher.sh"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo '[INFO] x'; echo '[ERROR] No compiler' | No compiler",
        "echo 'wget: Failed to fetch maven.zip' >&2 | wget: Failed to fetch maven.zip",
        "seq 1 9 | 5 6 7 8 9",
        "true | ''",
      })
  void shouldSayWhyMavenFailed(String commands, String reason) throws Exception {
    writeMaven(commands + "; exit 1");
    Process weft = start("error", "--version");
    assertEquals(2, weft.waitFor());
    String expected = (reason + " weft: the build failed; its whole output is in ").strip();
    assertTrue(error("error").startsWith("weft: starting Maven " + expected), error("error"));
  }

  @ParameterizedTest
  @CsvSource({"unset HOME", "export HOME="})
  void shouldBuildWithoutAHome(String preparation) throws Exception {
    writeMaven("echo \"home is $HOME.\"; exit 1");
    Process weft = startShell("error", preparation + "; exec \"$0\" --version");
    assertEquals(2, weft.waitFor());
    String expected = "home is " + System.getProperty("user.home") + ".";
    assertTrue(error("error").contains(expected), error("error"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", "a\"b"})
  void shouldRefuseAPlaceThatJavaCannotName(String folder) throws Exception {
    String move = "cd \"${0%/*}\"; mkdir 'NEW'; mv weft config 'NEW'; exec './NEW/weft' --version";
    Process weft = startShell("error", move.replace("NEW", folder));
    assertEquals(2, weft.waitFor());
    assertTrue(error("error").endsWith("cannot contain : or \"; move it. "), error("error"));
  }

  @Test
  void shouldSayThatItWaitsForAnotherBuild() throws Exception {
    assumeTrue(startShell("none", "command -v flock").waitFor() == 0, "there is no flock");
    writeMaven("touch building; until [ -e end ]; do sleep 0.1; done; exit 1");
    Process first = start("first", "--version");
    awaitTrue(first, () -> Files.exists(checkout.resolve("building")));
    Process second = start("second", "--version");
    try {
      awaitTrue(second, () -> error("second").equals("weft: waiting for another build "));
    } finally {
      Files.createFile(checkout.resolve("end"));
      assertEquals(2, first.waitFor());
      assertEquals(2, second.waitFor());
    }
    assertFalse(error("first").contains("waiting"), error("first"));
  }

  private static void awaitTrue(Process process, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertTrue(process.isAlive(), "it has ended");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void writeMaven(String commands) throws IOException {
    writeExecutable("mvnw", "#!/bin/sh\nset -eu\n" + commands + "\n");
  }

  private void writeExecutable(String name, String text) throws IOException {
    Path file = Files.writeString(checkout.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(String errors, String argument) throws IOException {
    return startShell(errors, "exec \"$0\" " + argument);
  }

  /** Runs shell commands, to which $0 is the script. */
  private Process startShell(String errors, String commands) throws IOException {
    String script = checkout.resolve("weft").toString();
    return new ProcessBuilder("/bin/sh", "-c", commands, script)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(checkout.resolve(errors).toFile())
        .start();
  }

  /** What was printed, on one line. */
  private String error(String file) {
    try {
      return Files.readString(checkout.resolve(file)).replaceAll("\\s+", " ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
