package dev.weft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads the library's events out of a recording that may go on. */
public final class RecordedEvents {
  private static final String PREFIX = "dev.weft.";

  private RecordedEvents() {}

  /** The library's events so far, by the time of their start. */
  public static List<RecordedEvent> of(Recording recording) {
    try {
      Path file = Files.createTempFile("weft-test-", ".jfr");
      try {
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith(PREFIX))
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of one kind. */
  public static List<RecordedEvent> of(Recording recording, String name) {
    return of(recording).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .toList();
  }
}
