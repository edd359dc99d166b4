package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ServiceThreads;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the event loop does with a channel whose handler has failed. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmEventLoopRecoveryTest {

  /** So many that another handler which fails since before would have failed more often. */
  private static final int MANY = 7;

  private static final int TIMES = 20;
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private ShmEventLoop shmEventLoop;
  private Pipe pipe;

  /** Does nothing. */
  private static class Handler implements ShmEventLoop.ChannelHandler {
    final AtomicInteger calls = new AtomicInteger();
    final Semaphore done = new Semaphore(0);

    @Override
    public void ready() throws IOException {
      calls.incrementAndGet();
    }

    @Override
    public void ended() {}
  }

  /** Fails at every call. */
  private static final class FailingHandler extends Handler {
    @Override
    public void ready() throws IOException {
      super.ready();
      done.release();
      throw new OutOfMemoryError("on purpose");
    }
  }

  /** Fails at its first call, and reads a byte at each later one. */
  private class RecoveringHandler extends Handler {
    @Override
    public void ready() throws IOException {
      super.ready();
      if (calls.get() == 1) {
        throw new OutOfMemoryError("on purpose");
      }
      pipe.source().read(ByteBuffer.allocate(1));
      done.release();
    }
  }

  @BeforeEach
  void open() throws IOException {
    shmEventLoop = ShmEventLoop.acquire();
    pipe = readable();
  }

  @AfterEach
  void close() {
    shmEventLoop.close(pipe.source(), pipe.sink());
    ShmEventLoop.release();
  }

  /** A channel that is readable from now on. */
  private static Pipe readable() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    pipe.sink().write(ByteBuffer.allocate(1));
    return pipe;
  }

  private void watch(Handler handler) throws IOException {
    shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, handler);
  }

  @Test
  void shouldServeAChannelAgainAfterAFailure() throws Exception {
    RecoveringHandler handler = new RecoveringHandler();
    watch(handler);
    handler.done.acquire();
    pipe.sink().write(ByteBuffer.allocate(1));
    handler.done.acquire();
    ServiceThreads.requireAtRest();
    assertEquals(3, handler.calls.get(), "only when it is readable");
  }

  /** The end of a peer is not forgotten. */
  @Test
  void shouldEndAChannelWhoseEndFailedAtFirst() throws Exception {
    Handler handler =
        new Handler() {
          private int ends;

          @Override
          public void ready() throws IOException {
            super.ready();
            throw new EOFException("on purpose");
          }

          @Override
          public void ended() {
            ends++;
            if (ends < 3) {
              throw new OutOfMemoryError("on purpose");
            }
            done.release();
          }
        };
    watch(handler);
    handler.done.acquire();
    ServiceThreads.requireAtRest();
    assertEquals(1, handler.calls.get(), "it has ended");
    assertEquals(0, handler.done.availablePermits());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLeaveAFailedChannelAloneThatItDoesNotWatch(boolean closed) throws Exception {
    FailingHandler first = new FailingHandler();
    watch(first);
    first.done.acquire(2);
    if (closed) {
      shmEventLoop.close(pipe.source());
    } else {
      shmEventLoop.unwatch(pipe.source());
    }
    int before = first.calls.get();
    Pipe other = readable();
    FailingHandler second = new FailingHandler();
    shmEventLoop.watch(other.source(), SelectionKey.OP_READ, second);
    second.done.acquire(MANY);
    shmEventLoop.close(other.source(), other.sink());
    assertTrue(first.calls.get() <= before + 1, "at most the call that was under way");
  }

  @Test
  void shouldNotWatchAgainWhatAHandlerUnwatchedWhenItRecovered() throws Exception {
    Handler handler =
        new RecoveringHandler() {
          @Override
          public void ready() throws IOException {
            super.ready();
            shmEventLoop.unwatch(pipe.source());
          }
        };
    pipe.sink().write(ByteBuffer.allocate(1)); // one remains
    watch(handler);
    handler.done.acquire();
    ServiceThreads.requireAtRest();
    assertEquals(2, handler.calls.get());
  }

  /** A slow handler, or a busy machine, may let the time of the next attempt pass. */
  @Test
  void shouldRepeatAnAttemptThatIsLate() throws Exception {
    Handler slow =
        new Handler() {
          @Override
          public void ready() {
            long start = System.nanoTime();
            while (System.nanoTime() - start < LATE_NANOS) {
              LockSupport.parkNanos(LATE_NANOS);
            }
          }
        };
    Handler handler =
        new RecoveringHandler() {
          @Override
          public void ready() throws IOException {
            shmEventLoop.readyAgain(slow);
            super.ready();
          }
        };
    watch(handler);
    handler.done.acquire();
  }

  @Test
  void shouldCloseItsSelectorWhenItStops() throws Exception {
    long before = selectors();
    for (int i = 0; i < TIMES; i++) {
      close(); // that of the test
      ServiceThreads.awaitEnd("weft-shm");
      open();
    }
    long more = selectors() - before;
    assertTrue(more < TIMES / 2, () -> more + " more selectors");
  }

  /** How many this process has, of any kind. */
  private static long selectors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(ShmEventLoopRecoveryTest::isSelector).count();
    }
  }

  private static boolean isSelector(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains("eventpoll");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  /** Descriptors of closed channels are released by a select. */
  @Test
  void shouldCountClosedChannelsUntilItSelects() throws Exception {
    Pipe first = readable();
    Pipe second = readable();
    try (BusyEventLoop _ = BusyEventLoop.begin()) {
      int before = shmEventLoop.closing();
      shmEventLoop.close(first.source(), first.sink());
      shmEventLoop.close(second.source());
      assertEquals(before + 3, shmEventLoop.closing());
    }
    while (shmEventLoop.closing() != 0) {
      Thread.onSpinWait();
    }
    second.sink().close();
  }

  /** A handler that stops early is called again after another select, also more than once. */
  @Test
  void shouldSelectBeforeAHandlerContinues() throws Exception {
    Pipe closed = readable();
    int[] closing = new int[2];
    Handler continuing =
        new Handler() {
          @Override
          public void ready() {
            int call = calls.getAndIncrement();
            closing[call] = shmEventLoop.closing();
            if (call == 0) {
              shmEventLoop.readyAgain(this);
            }
            done.release();
          }
        };
    watch(
        new Handler() {
          @Override
          public void ready() throws IOException {
            pipe.source().read(ByteBuffer.allocate(1));
            shmEventLoop.close(closed.source(), closed.sink());
            shmEventLoop.readyAgain(continuing);
          }
        });
    continuing.done.acquire(2);
    assertEquals(2, closing[0], "nothing is selected since they were closed");
    assertEquals(0, closing[1]);
  }
}
