package dev.weft.cli.perf.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.PerfResult;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePayloadTest {
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.write(folder.resolve("payload"), "abc".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void shouldCutTheFileIntoPiecesOfWhichTheLastIsShorter() {
    FilePayload payload = FilePayload.of(file, 2);
    assertEquals(2, payload.length(0));
    assertEquals(1, payload.length(1));
  }

  @Test
  void shouldAgreeOnTheDigestOfWhatArrivesWhole() {
    PerfResult.Digests digests = transfer((byte) 0);
    assertEquals(ABC, digests.sent());
    assertEquals(ABC, digests.arrived());
    assertTrue(digests.agree());
  }

  @Test
  void shouldDisagreeWhenABitChangesOnTheWay() {
    PerfResult.Digests digests = transfer((byte) 1);
    assertEquals(ABC, digests.sent());
    assertFalse(digests.agree());
  }

  @Test
  void shouldDisagreeWhenAPieceIsMissing() {
    assertNotEquals(FilePayload.of(file, 2).digest(), FilePayload.arriving(3, 2).digest());
  }

  @Test
  void shouldSayWhatIsWrongWithTheFile() throws IOException {
    Path missing = folder.resolve("missing");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertTrue(failure(missing).contains("no such file"), failure(missing));
    assertTrue(failure(empty).contains("empty"), failure(empty));
  }

  private static String failure(Path path) {
    return assertThrows(PerfFailure.class, () -> FilePayload.of(path, 1)).getMessage();
  }

  private PerfResult.Digests transfer(byte flipped) {
    FilePayload sent = FilePayload.of(file, 2);
    FilePayload arriving = FilePayload.arriving(file.toFile().length(), 2);
    MemorySegment buffer = Arena.ofAuto().allocate(2);
    for (long sequence = 0; sequence < 2; sequence++) {
      sent.stamp(buffer, sequence);
      byte first = buffer.get(ValueLayout.JAVA_BYTE, 0);
      buffer.set(ValueLayout.JAVA_BYTE, 0, (byte) (first ^ flipped));
      assertTrue(arriving.matches(buffer, sent.length(sequence), sequence));
    }
    return new PerfResult.Digests(sent.digest(), arriving.digest());
  }
}
