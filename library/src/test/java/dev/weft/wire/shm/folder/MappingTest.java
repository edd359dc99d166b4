package dev.weft.wire.shm.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.WireException;
import dev.weft.wire.shm.CutFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as shared memory: their size and contents, who may open them, and what a cut leaves. */
class MappingTest {
  private static final long PAGE = 4096;

  @TempDir private Path base;

  private Path file() {
    return base.resolve("memory");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4095, 4096, 65535, 65536, 65537, 200_000})
  void shouldMakeAFileOfZeros(long bytes) throws IOException {
    MemorySegment memory = Mapping.create(file(), bytes);
    assertEquals(bytes, memory.byteSize());
    assertEquals(bytes, Files.size(file()));
    assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) bytes])));
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
    assertEquals("rw-------", mode);
  }

  /** A sparse file would fail at its first use where there is no room. */
  @Test
  void shouldAllocateTheWholeFile() throws Exception {
    long bytes = 1 << 20;
    MemorySegment memory = Mapping.create(file(), bytes);
    Process stat = new ProcessBuilder("stat", "--format=%b", file().toString()).start();
    String blocks =
        new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    assertEquals(0, stat.waitFor());
    assertTrue(512 * Long.parseLong(blocks) >= bytes, () -> blocks + " blocks");
    assertEquals(bytes, memory.byteSize());
  }

  @Test
  void shouldSayHowMuchRoomIsMissing() throws IOException {
    try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
      var refused = assertThrows(IOException.class, () -> Mapping.fillWithZeros(full, 70_000));
      WireException failure = new ShmFolder(base, "f").failure(refused);
      String said = failure.getMessage();
      assertTrue(said.contains("folder=" + base), said);
      assertTrue(said.contains("bytes left: No space left for 70000 bytes"), said);
      assertTrue(failure.hint().contains("Free some bytes"), failure::hint);
    }
  }

  @Test
  void shouldShareWhatIsWritten() throws IOException {
    MemorySegment memory = Mapping.create(file(), PAGE);
    memory.set(ValueLayout.JAVA_BYTE, PAGE - 1, (byte) 42);
    assertEquals(42, Mapping.open(file()).get(ValueLayout.JAVA_BYTE, PAGE - 1));
    assertEquals(42, Mapping.open(file(), PAGE).get(ValueLayout.JAVA_BYTE, PAGE - 1));
    assertEquals(42, Mapping.openBuffer(file(), PAGE).get((int) PAGE - 1));
  }

  @Test
  void shouldNotReplaceAFile() throws IOException {
    Files.writeString(file(), "kept");
    assertThrows(FileAlreadyExistsException.class, () -> Mapping.create(file(), PAGE));
    assertEquals("kept", Files.readString(file()));
  }

  @Test
  void shouldRefuseAFileOfAnotherSize() throws IOException {
    MemorySegment _ = Mapping.create(file(), PAGE);
    for (long expected : new long[] {0, PAGE - 1, PAGE + 1}) {
      var wrong = assertThrows(IOException.class, () -> Mapping.open(file(), expected));
      assertTrue(wrong.getMessage().contains("4096 bytes, expected " + expected));
      assertThrows(IOException.class, () -> Mapping.openBuffer(file(), expected));
    }
  }

  @Test
  void shouldNotFollowALink() throws IOException {
    MemorySegment _ = Mapping.create(file(), PAGE);
    Path link = Files.createSymbolicLink(base.resolve("link"), file());
    assertThrows(IOException.class, () -> Mapping.open(link));
  }

  @Test
  void shouldFindACutInAnyPage() throws IOException {
    MemorySegment memory = Mapping.create(file(), 3 * PAGE);
    assertFalse(Mapping.isCut(memory));
    CutFile.to(file(), 2 * PAGE + 1);
    assertFalse(Mapping.isCut(memory), "the last page is there, in part");
    CutFile.to(file(), 2 * PAGE);
    assertTrue(Mapping.isCut(memory));
    CutFile.to(file(), 0);
    assertTrue(Mapping.isCut(memory));
  }

  @Test
  void shouldKeepTheInterruptForTheNextWait() throws IOException {
    Thread.currentThread().interrupt();
    MemorySegment memory = Mapping.create(file(), PAGE);
    assertTrue(Thread.currentThread().isInterrupted());
    assertEquals(PAGE, Mapping.open(file()).byteSize());
    assertTrue(Thread.interrupted());
    assertFalse(Mapping.isCut(memory));
  }
}
