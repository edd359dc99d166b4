package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the Flight Recorder learns of queues and endpoints of libfabric. */
class RecordingTest {
  private static final String QUEUES = "dev.weft.QueueStatistics";
  private static final String REFUSED = "dev.weft.PostRefused";
  private static final Duration PERIOD = Duration.ofMillis(20);

  @TempDir private Path folder;

  @BeforeEach
  void requireLibfabric() {
    Installed.requireLibfabric();
  }

  static Stream<String> reliable() {
    return Pair.reliable();
  }

  private List<RecordedEvent> events(Recording recording, String name) throws IOException {
    Path file = folder.resolve("recording.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime)) // a file is not in order
        .toList();
  }

  /** A queue with these figures; waits until there is one. */
  private RecordedEvent await(Predicate<RecordedEvent> wanted) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable(QUEUES).withPeriod(PERIOD);
      recording.start();
      while (true) {
        for (RecordedEvent event : events(recording, QUEUES)) {
          if (wanted.test(event)) {
            return event;
          }
        }
      }
    }
  }

  private static Predicate<RecordedEvent> figures(long completed, long posted, long failures) {
    return event ->
        event.getLong("completed") == completed
            && event.getLong("posted") == posted
            && event.getLong("failures") == failures;
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldShowWhatAQueueHasCompleted(String provider) throws IOException {
    try (Pair pair = new Pair(provider, Capabilities.TAGGED)) {
      for (int i = 0; i < 3; i++) {
        int tag = i;
        pair.post(
            () ->
                pair.b.endpoint.trecv(
                    pair.buffer(0), Pair.LENGTH, FabricAddress.UNSPEC, tag, 0, tag + 1));
      }
      RecordedEvent posted = await(figures(0, 3, 0));
      assertEquals("fi_cq", posted.getString("kind"));
      assertTrue(posted.getString("place").startsWith(provider), posted::toString);
      assertEquals(-1, posted.getLong("unread"));
      pair.post(() -> pair.a.endpoint.tinject(pair.buffer(1), 8, pair.a.peer, 0));
      pair.b.await();
      assertEquals(posted.getLong("queue"), await(figures(1, 2, 0)).getLong("queue"));
      assertEquals(0, pair.b.endpoint.cancel(3));
      while (pair.b.queue.read(pair.b.batch, 1) != -Errno.EAVAIL) {
        Thread.onSpinWait();
      }
      assertEquals(1, pair.b.queue.readErr(ErrorCompletion.allocate(pair.arena), 0));
      assertEquals(posted.getLong("queue"), await(figures(2, 1, 1)).getLong("queue"));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldShowOnlyOpenQueues(String provider) throws IOException {
    long number;
    try (Pair pair = new Pair(provider, Capabilities.TAGGED)) {
      pair.post(() -> pair.b.endpoint.trecv(pair.buffer(0), 8, FabricAddress.UNSPEC, 1, 0, 1));
      number = await(figures(0, 1, 0)).getLong("queue");
    }
    try (Pair _ = new Pair(provider, Capabilities.TAGGED);
        Recording recording = new Recording()) {
      recording.enable(QUEUES).withPeriod(PERIOD);
      recording.start();
      List<RecordedEvent> seen = List.of();
      while (seen.isEmpty()) {
        seen = events(recording, QUEUES);
      }
      assertTrue(seen.stream().noneMatch(event -> event.getLong("queue") == number));
    }
  }

  @ParameterizedTest
  @MethodSource("reliable")
  void shouldTellOfRefusedPosts(String provider) throws IOException {
    try (Pair pair = new Pair(provider, Capabilities.MSG | Capabilities.TAGGED);
        Recording recording = new Recording()) {
      recording.enable(REFUSED).with("throttle", "off");
      recording.start();
      long unknown = pair.a.peer + 1_000;
      assertEquals(-Errno.EINVAL, pair.a.endpoint.send(pair.buffer(0), 8, unknown, 1));
      assertEquals(-Errno.EINVAL, pair.a.endpoint.tinject(pair.buffer(0), 8, unknown, 1));
      pair.post(() -> pair.a.endpoint.inject(pair.buffer(0), 8, pair.a.peer));
      assertEquals(
          List.of("FI_MSG: Invalid argument", "FI_TAGGED: Invalid argument"),
          events(recording, REFUSED).stream()
              .filter(event -> event.getInt("error") != Errno.EAGAIN)
              .map(event -> event.getString("operation") + ": " + event.getString("reason"))
              .toList());
    }
  }
}
