package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.fabric.Errno;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations that are closed while threads post: each future ends, and with its completion. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ClosingRaceTest {
  private static final int ROUNDS = 12;
  private static final int THREADS = 3;

  enum Close {
    OPERATIONS,
    ENDPOINT,
    NODE
  }

  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private Thread.UncaughtExceptionHandler before;

  @BeforeEach
  void collectWhatThreadsThrow() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> uncaught.add(thrown));
  }

  @AfterEach
  void restore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  static Stream<Arguments> ways() {
    return Stream.of("loopback", "shm")
        .flatMap(provider -> Stream.of(Close.values()).map(close -> Arguments.of(provider, close)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldEndEachFutureOfAReadingThread(String provider, Close close) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (Round next = new Round(provider, false)) {
        next.closeWhilePosting(close, round);
        if (close == Close.ENDPOINT) {
          next.operations.close(); // the reader looks at the endpoint each second
        }
        next.checkEnds();
        next.operations.close();
      }
    }
    assertEquals(List.of(), List.copyOf(uncaught));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldEndEachFutureOfThreadsThatReadThemselves(String provider, Close close)
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (Round next = new Round(provider, true)) {
        next.closeWhilePosting(close, round);
        next.operations.close();
        next.checkEnds();
      }
    }
    assertEquals(List.of(), List.copyOf(uncaught));
  }

  /** Threads send to a peer, which is connected then, and to their own endpoint. */
  private static final class Round implements AutoCloseable {
    private final Node peer;
    private final Node node;
    private final long self;
    private final long other;
    private final Operations operations;
    private final Queue<Completion> others = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<Success>> futures = new ConcurrentLinkedQueue<>();
    private final Queue<LeasedBuffer> buffers = new ConcurrentLinkedQueue<>();

    Round(String provider, boolean manual) {
      peer = Node.open(provider);
      node = Node.open(provider);
      self = node.peer(node.address());
      other = node.peer(peer.address());
      operations =
          manual
              ? Operations.manual(node.endpoint(), node.queue(), others::add)
              : Operations.driven(node.endpoint(), node.queue(), others::add);
    }

    void closeWhilePosting(Close close, int round) throws InterruptedException {
      List<Thread> threads =
          Stream.generate(() -> Thread.ofPlatform().start(this::post)).limit(THREADS).toList();
      while (buffers.size() < 1 + 10 * (round / 2)) {
        Thread.yield();
      }
      switch (close) {
        case OPERATIONS -> operations.close();
        case ENDPOINT -> node.endpoint().close();
        case NODE -> node.close();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    private void post() {
      try {
        futures.add(operations.tsend(buffer(), 8, other, 1));
        while (true) {
          futures.add(operations.trecv(buffer(), self, 1, 0));
          futures.add(operations.tsend(buffer(), 8, self, 1));
        }
      } catch (IllegalStateException closed) {
        // the end
      }
    }

    private LeasedBuffer buffer() {
      LeasedBuffer buffer = LeasedBuffer.of(Arena.ofAuto().allocate(8));
      buffers.add(buffer);
      return buffer;
    }

    void checkEnds() throws Exception {
      for (CompletableFuture<Success> future : futures) {
        checkEnd(future);
      }
      assertFalse(buffers.stream().anyMatch(LeasedBuffer::isLent), "a buffer is lent");
      assertEquals(List.of(), List.copyOf(others), "completions of ended operations");
    }

    private static void checkEnd(CompletableFuture<Success> future) throws Exception {
      try {
        assertNotNull(future.get(300, TimeUnit.SECONDS));
      } catch (ExecutionException thrown) {
        var failed = assertInstanceOf(OperationFailedException.class, thrown.getCause());
        assertEquals(Errno.ECANCELED, failed.failure().error());
      }
    }

    @Override
    public void close() {
      node.close();
      peer.close();
    }
  }
}
