package dev.weft.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ClassArchiveTest {

  /** Without an archive that fits, the virtual machine refuses to start. */
  private static final List<String> ONLY_FROM_AN_ARCHIVE = List.of("-Xshare:on");

  /** Says its first argument. */
  static final class HostileFrameWriter {
    private HostileFrameWriter() {}

    public static void main(String[] arguments) {
      System.out.println(arguments[0]);
    }
  }

  @Test
  void shouldStartProcessesOutOfItself() throws InterruptedException {
    try (ClassArchive archive = new ClassArchive(ONLY_FROM_AN_ARCHIVE)) {
      archive.fill(HostileFrameWriter.class, List.of("prepare"));
      assertTrue(archive.isFilled());
      assertEquals("hello", says(archive, "hello"));
    }
  }

  @Test
  void shouldStartProcessesWhileItIsEmpty() {
    try (ClassArchive archive = new ClassArchive(List.of())) {
      assertFalse(archive.isFilled());
      assertEquals("hello", says(archive, "hello"));
    }
  }

  @Test
  void shouldStayEmptyWhereTheRehearsalFails() throws InterruptedException {
    try (ClassArchive archive = new ClassArchive(List.of("-XX:-StackTraceInThrowable"))) {
      archive.fill(HostileFrameWriter.class, List.of());
      assertFalse(archive.isFilled());
      assertEquals("hello", says(archive, "hello"));
    }
  }

  private static String says(ClassArchive archive, String word) {
    try (WeftProcess process = archive.start(HostileFrameWriter.class, List.of(word))) {
      return process.readLine();
    }
  }
}
