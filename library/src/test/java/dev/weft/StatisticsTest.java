package dev.weft;

import static dev.weft.StatisticsRecording.LINKS;
import static dev.weft.StatisticsRecording.QUEUES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.futures.Node;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The periodic events that describe open queues and links. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class StatisticsTest {
  private static final int SIZE = 40;
  private static final long HEADER = 24;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes = arena.allocate(64);

  private static Predicate<RecordedEvent> at(Node node) {
    String address = node.address();
    return event -> event.getString("place").equals(address);
  }

  private static Predicate<RecordedEvent> between(Node local, Node peer) {
    return event ->
        event.getString("local").equals(local.address())
            && event.getString("peer").equals(peer.address());
  }

  private void send(Node from, Node to, int messages) {
    long peer = from.peer(to.address());
    for (int i = 0; i < messages; i++) {
      assertEquals(0, from.endpoint().send(bytes, SIZE, peer, i));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldShowUnreadCompletionsAndPostedOperations(String provider) {
    try (Node node = Node.open(provider);
        Node peer = Node.open(provider)) {
      for (int i = 0; i < 3; i++) {
        assertEquals(0, node.endpoint().recv(bytes, 64, FabricAddress.UNSPEC, i));
      }
      send(node, peer, 5);
      try (StatisticsRecording recording = new StatisticsRecording()) {
        RecordedEvent queue = recording.await(QUEUES, at(node));
        assertEquals("fi_cq", queue.getString("kind"));
        assertEquals(node.queue().size(), queue.getLong("capacity"));
        assertEquals(5, queue.getLong("completed"));
        assertEquals(5, queue.getLong("unread"));
        assertEquals(3, queue.getLong("posted"));
        assertEquals(0, queue.getLong("failures"));
        assertEquals(0, queue.getInt("waiters"));
      }
    }
  }

  /** Completions that go to a reader without the ring count too. */
  @ParameterizedTest
  @ValueSource(strings = {"SAFE", "DOMAIN"})
  void shouldCountCompletionsThatWereRead(Threading threading) {
    FabricInfo hints = FabricInfo.builder().provider("loopback").threading(threading).build();
    try (Node node = Node.open(Fabrics.getInfo(hints).getFirst())) {
      CompletionBatch batch = CompletionBatch.allocate(arena, node.queue().format(), 1);
      for (int i = 0; i < 7; i++) {
        node.endpoint().recv(bytes, 64, FabricAddress.UNSPEC, i);
        assertEquals(0, node.endpoint().inject(bytes, SIZE, node.peer(node.address())));
        assertEquals(1, node.queue().read(batch, 1));
      }
      try (StatisticsRecording recording = new StatisticsRecording()) {
        RecordedEvent queue = recording.await(QUEUES, at(node));
        assertEquals(7, queue.getLong("completed"));
        assertEquals(0, queue.getLong("unread"));
        assertEquals(0, queue.getLong("posted"));
      }
    }
  }

  @Test
  void shouldCountFailures() {
    try (Node node = Node.open("loopback")) {
      node.endpoint().recv(bytes, 8, FabricAddress.UNSPEC, 1);
      node.endpoint().inject(bytes, SIZE, node.peer(node.address()));
      CompletionBatch batch = CompletionBatch.allocate(arena, node.queue().format(), 1);
      assertEquals(-Errno.EAVAIL, node.queue().sread(batch, 1, 0, -1));
      try (StatisticsRecording recording = new StatisticsRecording()) {
        RecordedEvent queue = recording.await(QUEUES, at(node));
        assertEquals(1, queue.getLong("failures"));
        assertEquals(1, queue.getLong("unread"));
      }
    }
  }

  @Test
  void shouldCountThreadsThatWait() throws InterruptedException {
    try (Node node = Node.open("loopback");
        StatisticsRecording recording = new StatisticsRecording()) {
      CompletionBatch batch = CompletionBatch.allocate(arena, node.queue().format(), 1);
      Thread waiter = Thread.ofVirtual().start(() -> node.queue().sread(batch, 1, 0, -1));
      recording.await(QUEUES, at(node).and(event -> event.getInt("waiters") == 1));
      node.queue().signal();
      waiter.join();
    }
  }

  @Test
  void shouldShowQueuesOfDevices() throws InterruptedException {
    try (VerbsContext context = Devices.named("loopback0").open();
        CompletionChannel channel = context.createCompletionChannel();
        CompletionQueue queue = context.createCq(300, null, channel, 0);
        StatisticsRecording recording = new StatisticsRecording()) {
      Predicate<RecordedEvent> mine =
          event -> event.getString("kind").equals("ibv_cq") && event.getLong("capacity") == 512;
      assertEquals("loopback0", recording.await(QUEUES, mine).getString("place"));
      Thread waiter = Thread.ofPlatform().start(() -> channel.getEvent(new CompletionEvent()));
      recording.await(QUEUES, mine.and(event -> event.getInt("waiters") == 1));
      waiter.interrupt();
      waiter.join();
      assertEquals(512, queue.cqe());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldShowTheBytesOfLinks(String provider) {
    try (Node node = Node.open(provider);
        Node peer = Node.open(provider)) {
      send(node, peer, 4);
      try (StatisticsRecording recording = new StatisticsRecording()) {
        RecordedEvent full = recording.await(LINKS, between(node, peer));
        assertEquals(4 * (HEADER + SIZE), full.getLong("written"));
        assertEquals(full.getLong("written"), full.getLong("unread"));
        assertEquals(0, full.getLong("read"));
        assertEquals(1, Long.bitCount(full.getLong("capacity")));
      }
      CompletionBatch batch = CompletionBatch.allocate(arena, peer.queue().format(), 4);
      for (int taken = 0; taken < 4; ) {
        peer.endpoint().recv(bytes, 64, FabricAddress.UNSPEC, 1);
        taken += Math.max(0, peer.queue().read(batch, 4));
      }
      try (StatisticsRecording recording = new StatisticsRecording()) {
        RecordedEvent drained = recording.await(LINKS, between(peer, node));
        assertEquals(4 * (HEADER + SIZE), drained.getLong("read"));
      }
    }
  }

  /** Neither its queue nor its end of the link. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "shm"})
  void shouldShowNothingOfWhatIsClosed(String provider) {
    try (Node open = Node.open(provider)) {
      Node closed = Node.open(provider);
      String address = closed.address();
      send(open, closed, 1);
      long number = numberOf(closed);
      closed.close();
      try (StatisticsRecording recording = new StatisticsRecording()) {
        recording.await(QUEUES, at(open));
        assertTrue(recording.events(QUEUES).stream().noneMatch(e -> e.getLong("queue") == number));
        assertTrue(
            recording.events(LINKS).stream().noneMatch(e -> e.getString("local").equals(address)));
      }
    }
  }

  private static long numberOf(Node node) {
    try (StatisticsRecording recording = new StatisticsRecording()) {
      return recording.await(QUEUES, at(node)).getLong("queue");
    }
  }

  @Test
  void shouldNumberQueues() {
    try (Node one = Node.open("loopback");
        Node other = Node.open("loopback");
        StatisticsRecording recording = new StatisticsRecording()) {
      RecordedEvent first = recording.await(QUEUES, at(one));
      RecordedEvent second = recording.await(QUEUES, at(other));
      assertTrue(first.getLong("queue") < second.getLong("queue"));
    }
  }
}
