package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.check.EndpointLimits;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A waiting thread is woken by its completion, whichever path the completion takes. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class StrandingTest {
  /** What an endpoint counts for each message that waits for a receive, besides its memory. */
  private static final long HEAP_BYTES = 256;

  private static final int FOREVER = -1;

  private final String fabric = Node.freshName();

  private static CompletableFuture<Integer> sreadAside(Node node) {
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread.startVirtualThread(() -> result.complete(node.queue.sread(node.batch, 1, 0, FOREVER)));
    return result;
  }

  private static int soon(CompletableFuture<Integer> result) throws Exception {
    return result.get(300, TimeUnit.SECONDS);
  }

  /** Sends more frames without a completion than one poll takes, then one with a completion. */
  private static void sendBehindManyOthers(Node from, Node to) {
    long there = from.handleOf(to);
    MemorySegment message = from.memory(8);
    assertEquals(0, to.endpoint.trecv(to.memory(8), 8, -1, 7, 0, 77));
    for (int i = 0; i < 2000; i++) {
      assertEquals(0, from.endpoint.inject(message, 8, there));
    }
    assertEquals(0, from.endpoint.tinject(message, 8, there, 7));
  }

  @Test
  void shouldFindMessageBehindManyOthers() throws Exception {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints(), WaitObject.UNSPEC)) {
      sendBehindManyOthers(a, b);
      assertEquals(1, soon(sreadAside(b)));
      assertEquals(77, b.batch.context(0));
    }
  }

  @Test
  void shouldNotLetNativeWaiterBlockBeforeManyFrames() throws Exception {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints(), WaitObject.FD)) {
      sendBehindManyOthers(a, b);
      while (b.queue.read(b.batch, 1) != 1) {
        if (b.fabric.tryWait(b.queue) == 0) {
          assertTrue(isReadable(b), "blocked although frames wait");
        }
      }
      assertEquals(77, b.batch.context(0));
    }
  }

  private static boolean isReadable(Node node) throws IOException {
    SelectableChannel channel =
        ((ChannelHandle) node.queue.control(ControlCommand.GETWAIT)).channel();
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      return selector.select(20_000) == 1;
    }
  }

  /** The last poll before blocking is the first to see the peer's CTS. */
  @Test
  void shouldSeeRoomForChunksThatTheLastLookBegan() throws Exception {
    long size = 1 << 20;
    try (Node a = Node.openFar(fabric, WaitObject.FD);
        Node b = Node.openFar(fabric)) {
      assertEquals(0, b.endpoint.recv(b.memory(size), size, -1, 1));
      assertEquals(0, a.endpoint.send(a.memory(size), size, a.handleOf(b), 11));
      b.progress();
      assertEquals(0, a.fabric.tryWait(a.queue));
      b.progress();
      assertTrue(isReadable(a), "blocked although there is room");
    }
  }

  @Test
  void shouldFindMessageInTheRingOnceItsReceiveIsPosted() throws Exception {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints(), WaitObject.UNSPEC)) {
      fillStore(a, b);
      assertEquals(0, a.endpoint.tinject(a.memory(8), 8, a.handleOf(b), 7));
      CompletableFuture<Integer> read = sreadAside(b);
      Thread.sleep(50); // so that it is most probably parked
      assertEquals(0, b.endpoint.trecv(b.memory(8), 8, -1, 7, 0, 77));
      assertEquals(1, soon(read));
    }
  }

  /** Sends so many messages that no other one can be kept. */
  private static void fillStore(Node from, Node to) {
    long large = EndpointLimits.INJECT_BYTES + HEAP_BYTES;
    long small = 64 + HEAP_BYTES;
    inject(from, to, EndpointLimits.INJECT_BYTES, EndpointLimits.STORE_BYTES / large);
    inject(from, to, 8, EndpointLimits.STORE_BYTES % large / small);
    to.progress();
  }

  private static void inject(Node from, Node to, long bytes, long count) {
    long there = from.handleOf(to);
    MemorySegment message = from.memory(bytes);
    for (int i = 0; i < count; i++) {
      Node.accepted(
          () -> {
            to.progress();
            return from.endpoint.inject(message, bytes, there);
          });
    }
  }

  @Test
  void shouldAcknowledgeFromSleepOnceTheRingHasRoom() throws Exception {
    try (Node a = Node.open(fabric, Node.hints(), WaitObject.UNSPEC);
        Node b = Node.open(fabric, Node.hints(), WaitObject.UNSPEC)) {
      int large = 1 << 16;
      assertEquals(0, a.endpoint.recv(a.memory(large), large, -1, 1));
      MemorySegment message = a.memory(8);
      while (a.endpoint.inject(message, 8, a.handleOf(b)) == 0) {
        assertFalse(Thread.interrupted());
      }
      assertEquals(0, b.endpoint.send(b.memory(large), large, b.handleOf(a), 2));
      a.expect(1);
      CompletableFuture<Integer> idle = sreadAside(a);
      assertEquals(1, soon(sreadAside(b)));
      a.queue.signal();
      assertEquals(-Errno.EAGAIN, soon(idle));
    }
  }

  @Test
  void shouldSeeWhatCameWhileAnEndpointWasEnabled() throws Exception {
    for (int round = 0; round < 100; round++) {
      String name = Node.freshName();
      try (Node a = Node.open(name);
          Node b = Node.open(name, Node.hints(), WaitObject.UNSPEC)) {
        byte[] address = ("loopback://late" + round).getBytes(StandardCharsets.UTF_8);
        try (Endpoint late =
            b.domain.openEndpoint(b.info.toBuilder().sourceAddress(address).build())) {
          late.bind(b.queue, BindFlags.TRANSMIT | BindFlags.RECV);
          late.bind(b.vector, 0);
          CompletableFuture<Integer> read = sreadAside(b);
          long there = a.vector.insert(address);
          MemorySegment message = a.memory(8);
          Thread sender =
              Thread.ofPlatform()
                  .start(() -> Node.until(() -> a.endpoint.inject(message, 8, there) == 0));
          late.enable();
          assertEquals(0, late.recv(b.memory(8), 8, -1, 3));
          assertEquals(1, soon(read));
          sender.join();
        }
      }
    }
  }

  @Test
  void shouldLetProgressThreadSleepWhileNothingCanBeTaken() throws Exception {
    try (Node a = Node.open(fabric);
        Node b = Node.open(fabric, Node.hints().progress(ProgressModel.AUTO), WaitObject.UNSPEC)) {
      fillStore(a, b);
      for (int i = 0; i < 10; i++) {
        a.endpoint.inject(a.memory(8), 8, a.handleOf(b));
      }
      Node.until(() -> progressThreadState() == Thread.State.WAITING);
      long before = progressThreadNanos();
      Thread.sleep(1000);
      long used = progressThreadNanos() - before;
      assertTrue(used < 200_000_000, () -> used + " ns of processor time in one second of rest");
    }
  }

  private static Thread.State progressThreadState() {
    return progressThread().getState();
  }

  private static long progressThreadNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.getThreadCpuTime(progressThread().threadId());
  }

  private static Thread progressThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("weft-progress"))
        .findFirst()
        .orElseThrow();
  }
}
