package dev.weft.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonRowsTest {
  @TempDir private Path folder;

  @Test
  void shouldWriteARowOnOneLine() {
    assertEquals(
        "{\"section\":\"shm\",\"name\":\"half round trip\",\"unit\":\"ns\","
            + "\"ours\":{\"name\":\"weft\",\"figure\":105.0,\"bounce\":61.5,\"step\":0.36},"
            + "\"peer\":{\"name\":\"aeron ipc\",\"figure\":70.0,\"bounce\":61.5,\"step\":0.36},"
            + "\"ratio\":1.5,\"target\":{\"ofRatio\":true,\"sign\":\"<=\",\"value\":1.0},"
            + "\"met\":false,\"runs\":3,\"without\":[\"jucx, put\"]}",
        JsonRows.line(Rows.half(105, 61.5, false)));
  }

  @Test
  void shouldLeaveOutWhatARowDoesNotHave() {
    assertEquals(
        "{\"section\":\"allocation\",\"name\":\"read\",\"unit\":\"B\","
            + "\"ours\":{\"name\":\"weft\",\"figure\":0.0},"
            + "\"target\":{\"ofRatio\":false,\"sign\":\"<=\",\"value\":0.0},"
            + "\"met\":true,\"runs\":1,\"without\":[]}",
        JsonRows.line(Rows.allocation(0)));
  }

  @Test
  void shouldReadWhatItWrites() throws IOException {
    List<Row> rows =
        List.of(Rows.half(105, 60, null), Rows.allocation(0), Rows.growth(10, 120, "constant"));
    Path file = folder.resolve("rows.json");
    Files.write(file, rows.stream().map(JsonRows::line).toList());
    assertEquals(rows, JsonRows.read(file));
  }

  @Test
  void shouldSayWhichLineIsNoRow() throws IOException {
    Path file = folder.resolve("rows.json");
    Files.write(file, List.of(JsonRows.line(Rows.allocation(0)), "a table"));
    IOException thrown = assertThrows(IOException.class, () -> JsonRows.read(file));
    assertTrue(thrown.getMessage().contains("rows.json:2"), thrown.getMessage());
  }
}
