package dev.weft.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines that {@code weft top} prints. */
class StatisticsTableTest {
  private final Statistics statistics = new Statistics();

  private void add(String place, long capacity, long completed, long unread, int second) {
    statistics.add(
        new QueueSample(
            Instant.ofEpochSecond(second),
            1,
            "fi_cq",
            place,
            capacity,
            completed,
            unread,
            9,
            2,
            1));
  }

  @Test
  void shouldShowAQueueOfTheLibrary() {
    add("shm://shm/1-1 shm://shm/1-2", 1024, 0, 7, 0);
    statistics.markShown();
    add("shm://shm/1-1 shm://shm/1-2", 1024, 3_000_000, 7, 2);
    assertEquals(
        List.of(
            "queue     at                     unread      of posted waiters failed      rate",
            "fi_cq 1   shm://shm/1-1 +1            7    1024      9       1      2  1.50 M/s"),
        StatisticsTable.lines(statistics));
  }

  /** libfabric says neither what is unread nor, if it chose, what fits. */
  @Test
  void shouldShowUnknownFiguresAsSuch() {
    add("ofi:tcp/lo", 0, 5, -1, 0);
    assertEquals(
        "fi_cq 1   ofi:tcp/lo                  -       -      9       1      2         -",
        StatisticsTable.lines(statistics).get(1));
  }
}
