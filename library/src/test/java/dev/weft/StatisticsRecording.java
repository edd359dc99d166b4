package dev.weft;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;

/** A recording of the library's periodic events, from when it is made. */
public final class StatisticsRecording implements AutoCloseable {
  public static final String QUEUES = "dev.weft.QueueStatistics";
  public static final String LINKS = "dev.weft.LinkStatistics";

  private static final Duration PERIOD = Duration.ofMillis(20);

  private final Recording recording = new Recording();

  public StatisticsRecording() {
    recording.enable(QUEUES).withPeriod(PERIOD);
    recording.enable(LINKS).withPeriod(PERIOD);
    recording.start();
  }

  /** The first event that matches, which comes as soon as the state is so. */
  public RecordedEvent await(String name, Predicate<RecordedEvent> wanted) {
    while (true) {
      for (RecordedEvent event : events(name)) {
        if (wanted.test(event)) {
          return event;
        }
      }
    }
  }

  /** All events of this name so far. */
  public List<RecordedEvent> events(String name) {
    return RecordedEvents.of(recording, name);
  }

  @Override
  public void close() {
    recording.close();
  }
}
