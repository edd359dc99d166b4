package dev.weft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The events that the library writes to a recording of the Flight Recorder, if it wants them. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FlightRecorderTest {
  private static final Set<String> EVENTS =
      Set.of("dev.weft.Wait", "dev.weft.ErrorCompletion", "dev.weft.Link");
  private static final long CONTEXT = 77;

  private final Arena arena = Arena.ofShared();

  /** A message that is too long for its receive, over a link that is made and lost. */
  private void exchange(String provider) {
    try (Node receiver = Node.open(provider)) {
      MemorySegment bytes = arena.allocate(64);
      receiver.endpoint().recv(bytes, 8, FabricAddress.UNSPEC, CONTEXT);
      CompletionBatch batch = CompletionBatch.allocate(arena, receiver.queue().format(), 1);
      try (Node sender = Node.open(provider)) {
        sender.endpoint().send(bytes, 64, sender.peer(receiver.address()), 1);
        assertEquals(-Errno.EAVAIL, receiver.queue().sread(batch, 1, 0, -1));
      }
      assertEquals(1, receiver.queue().readErr(ErrorCompletion.allocate(arena), 0));
      assertEquals(-Errno.EAGAIN, receiver.queue().read(batch, 1)); // notices that the peer left
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldRecordFailuresAndLinks(String provider) {
    try (Recording recording = new Recording()) {
      EVENTS.forEach(recording::enable);
      recording.start();
      exchange(provider);
      RecordedEvent failure = RecordedEvents.of(recording, "dev.weft.ErrorCompletion").getFirst();
      assertEquals(CONTEXT, failure.getLong("context"));
      assertEquals(Errno.ETRUNC, failure.getInt("error"));
      List<RecordedEvent> links = RecordedEvents.of(recording, "dev.weft.Link");
      assertEquals(
          Set.of("made", "lost"),
          links.stream().map(event -> event.getString("change")).collect(Collectors.toSet()));
      assertTrue(
          links.stream().allMatch(event -> event.getString("peer").startsWith(provider + "://")),
          links::toString);
    }
  }

  /** A wait that ends before the thread could sleep is not recorded. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldRecordWaits(String provider) {
    try (Recording recording = new Recording();
        Node node = Node.open(provider)) {
      EVENTS.forEach(recording::enable);
      recording.start();
      CompletionBatch batch = CompletionBatch.allocate(arena, node.queue().format(), 1);
      List<RecordedEvent> waits = List.of();
      for (int millis = 10; waits.isEmpty(); millis *= 2) {
        assertEquals(-Errno.EAGAIN, node.queue().sread(batch, 1, 0, millis));
        waits = RecordedEvents.of(recording, "dev.weft.Wait");
      }
      assertEquals("TIMED_OUT", waits.getFirst().getString("result"));
    }
  }

  @Test
  void shouldRecordNothingThatIsNotEnabled() {
    try (Recording recording = new Recording()) {
      recording.start();
      exchange("loopback");
      assertEquals(List.of(), RecordedEvents.of(recording));
    }
  }
}
