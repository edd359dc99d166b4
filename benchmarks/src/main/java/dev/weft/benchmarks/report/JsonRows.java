package dev.weft.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows as JSON, one object on each line. */
public final class JsonRows {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private JsonRows() {}

  /** A row on one line. */
  public static String line(Row row) {
    try {
      return JSON.writeValueAsString(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the rows of a file.
   *
   * @throws IOException if it cannot be read, or a line is no row
   */
  public static List<Row> read(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      rows.add(parse(line, file + ":" + (rows.size() + 1)));
    }
    return rows;
  }

  private static Row parse(String line, String where) throws IOException {
    try {
      return JSON.readValue(line, Row.class);
    } catch (JsonProcessingException e) {
      throw new IOException(where + " is no row of --json: " + e.getOriginalMessage(), e);
    }
  }
}
