package dev.weft.wire.shm.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.OwnProcess;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.ShmWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process that exits deletes, and what its other threads may still make. */
@Tag("long")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExitHookTest {
  private static final int ATTEMPTS = 5;

  @TempDir private Path base;

  /** What a process says that exits in this way. */
  private String said(String how) throws Exception {
    Process process =
        new ProcessBuilder(OwnProcess.command(List.of(), ExitHookTest.class, base.toString(), how))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.strip();
  }

  private List<Path> remains() throws IOException {
    try (Stream<Path> files = Files.walk(base)) {
      return files.filter(file -> !file.equals(base)).toList();
    }
  }

  /** Else the exit would wait for a file that is made already. */
  @Test
  void shouldNotKeepTheExitWaitingForAMadeFile() throws IOException {
    assertEquals(1, ExitCleanup.making(ExitCleanup.FILES::getReadHoldCount));
    InterruptGuard.FileWork<Path> failing =
        () -> {
          throw new IOException("no room");
        };
    assertThrows(IOException.class, () -> ExitCleanup.making(failing));
    assertEquals(0, ExitCleanup.FILES.getReadHoldCount());
  }

  /** Two processes that share the folder may end at the same time. */
  @Test
  void shouldDeleteWhatAnotherProcessLeft() throws Exception {
    assertEquals("", said("leave"));
    assertEquals(List.of(), remains());
  }

  @Test
  void shouldRefuseNewFilesButNotBlock() throws Exception {
    assertEquals("the process exits", said("open"));
    assertEquals(List.of(), remains());
  }

  /** The exit deletes the folder while a file is made in it. */
  @Test
  void shouldNameTheExitWhereTheFolderIsGone() throws Exception {
    assertEquals("the process exits", said("gone"));
  }

  @Test
  void shouldAllowFilesToTheThreadWithWhichItBeginsDuringTheExit() throws Exception {
    assertEquals("opened, the process exits", said("first"));
    assertEquals(List.of(), remains());
  }

  /** Repeated: a slow machine may take longer than the exit waits. */
  @Test
  void shouldWaitForAFileThatIsBeingMade() throws Exception {
    List<Path> remains = List.of(base);
    for (int i = 0; i < ATTEMPTS && !remains.isEmpty(); i++) {
      assertEquals("", said("making"));
      remains = remains();
    }
    assertEquals(List.of(), remains);
  }

  @Test
  void shouldNotWaitForEver() throws Exception {
    assertEquals("", said("stuck"));
    assertEquals(List.of(), remains());
  }

  // The process that exits.

  public static void main(String[] arguments) throws IOException {
    Path base = Path.of(arguments[0]);
    switch (arguments[1]) {
      case "leave" -> leave(base);
      case "open" -> open(base);
      case "gone" -> gone(base);
      case "first" -> first(base);
      case "making" -> making(base);
      default -> stuck(base);
    }
  }

  private static ShmWire wire(Path base) {
    return new ShmWire(base, "f", 4096);
  }

  private static void leave(Path base) throws IOException {
    wire(base).open("shm://f/own", new SilentListener());
    Files.createFile(new ShmFolder(base, "f").portFile("dead"));
    System.exit(0);
  }

  private static void open(Path base) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> openUntilRefused(base)));
    wire(base).open(null, new SilentListener());
    System.exit(0);
  }

  private static void openUntilRefused(Path base) {
    System.out.println(refusal(base).getCause().getMessage());
  }

  private static WireException refusal(Path base) {
    while (true) {
      try {
        wire(base).open(null, new SilentListener());
      } catch (WireException refused) {
        return refused;
      }
    }
  }

  private static void gone(Path base) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> failWithoutFolder(base)));
    wire(base).open(null, new SilentListener());
    System.exit(0);
  }

  private static void failWithoutFolder(Path base) {
    refusal(base);
    WireException failure = new ShmFolder(base, "f").failure(new NoSuchFileException("f"));
    System.out.println(failure.getCause().getMessage());
  }

  private static void first(Path base) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> openFirst(base)));
    System.exit(0);
  }

  private static void openFirst(Path base) {
    try (Port _ = wire(base).open(null, new SilentListener())) {
      System.out.print("opened, ");
      Thread other = Thread.ofPlatform().start(() -> openUntilRefused(base));
      other.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void making(Path base) throws IOException {
    ShmFolder folder = new ShmFolder(base, "f");
    NameLock lock = folder.tryTake(folder.lock("a"));
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> joinQuietly(main)));
    ExitCleanup.making(
        () -> {
          Thread.ofPlatform().daemon().start(() -> System.exit(0));
          while (lock.isOpen() ? !cleanerIn(Thread.State.TIMED_WAITING) : cleanerIn(null)) {
            Thread.onSpinWait();
          }
          folder.prepare();
          return Files.createFile(folder.portFile("a"));
        });
  }

  private static void stuck(Path base) throws IOException {
    ShmFolder folder = new ShmFolder(base, "f");
    NameLock lock = folder.tryTake(folder.lock("a"));
    ExitCleanup.making(
        () -> {
          Thread.ofPlatform().daemon().start(() -> System.exit(0));
          while (lock.isOpen()) {
            Thread.onSpinWait();
          }
          return lock;
        });
  }

  /** Whether a thread is in the clean-up, in this state if it is not null. */
  private static boolean cleanerIn(Thread.State state) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(
            each ->
                Arrays.stream(each.getValue())
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(ExitCleanup.class.getName())
                                && frame.getMethodName().equals("run")))
        .anyMatch(each -> state == null || each.getKey().getState() == state);
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
