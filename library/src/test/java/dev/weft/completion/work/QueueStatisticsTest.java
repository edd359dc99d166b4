package dev.weft.completion.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.StatisticsRecording;
import dev.weft.completion.RingStatistics;
import dev.weft.recording.OpenQueue;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the periodic event says about the queue of work completions. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class QueueStatisticsTest {
  private static final String PLACE = "device " + System.nanoTime();

  private final WorkQueueFixture on = new WorkQueueFixture(4);
  private final OpenQueue open =
      OpenQueue.of("ibv_cq", () -> RingStatistics.of(on.queue.ring()), () -> PLACE, () -> 2);

  @AfterEach
  void close() {
    open.close();
  }

  private RecordedEvent sample() {
    try (StatisticsRecording recording = new StatisticsRecording()) {
      return recording.await(
          StatisticsRecording.QUEUES, event -> event.getString("place").equals(PLACE));
    }
  }

  private static List<Long> figures(RecordedEvent event) {
    return List.of(
        event.getLong("capacity"),
        event.getLong("completed"),
        event.getLong("unread"),
        event.getLong("failures"));
  }

  private void fail() {
    WorkCompletion failure = new WorkCompletion();
    failure.reset().status = 5;
    assertTrue(on.queue.add(failure));
  }

  @Test
  void shouldCountOnWhenItWasEnlarged() {
    on.addAll(1, 2);
    on.drain();
    on.add(3);
    fail();
    assertEquals(List.of(4L, 4L, 2L, 1L), figures(sample()));
    assertTrue(on.queue.resize(16));
    fail();
    RecordedEvent enlarged = sample();
    assertEquals(List.of(16L, 5L, 3L, 2L), figures(enlarged));
    assertEquals(0, enlarged.getLong("posted"));
    assertEquals(2, enlarged.getInt("waiters"));
  }
}
