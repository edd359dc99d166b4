package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ServiceThreads;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The event loop, which detects the end of every peer, survives failures of one handler. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmEventLoopTest {
  private static final int ROUNDS = 5000;

  @Test
  void shouldGoOnWhenThereWasNoMemory() throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    Pipe pipe = Pipe.open();
    try {
      pipe.source().configureBlocking(false);
      CountDownLatch served = new CountDownLatch(1);
      shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, failingOnce(pipe, served));
      pipe.sink().write(ByteBuffer.allocate(1));
      served.await();
    } finally {
      pipe.sink().close();
      pipe.source().close();
      ShmEventLoop.release();
    }
  }

  /** Counts events; an event ends the channel or leaves its data unread. */
  private record Events(AtomicInteger calls, Semaphore ends, boolean fails)
      implements ShmEventLoop.ChannelHandler {
    Events(boolean fails) {
      this(new AtomicInteger(), new Semaphore(0), fails);
    }

    @Override
    public void ready() throws IOException {
      calls.incrementAndGet();
      if (fails) {
        throw new EOFException("on purpose");
      }
    }

    @Override
    public void ended() {
      ends.release();
    }
  }

  /** A channel that is readable from now on. */
  private static Pipe readable() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    pipe.sink().write(ByteBuffer.allocate(1));
    return pipe;
  }

  @Test
  void shouldEndAChannelOnce() throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    Pipe pipe = readable();
    try {
      Events events = new Events(true);
      shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, events);
      events.ends.acquire();
      ServiceThreads.requireAtRest();
      assertEquals(1, events.calls.get());
      assertEquals(0, events.ends.availablePermits());
    } finally {
      shmEventLoop.close(pipe.source(), pipe.sink());
      ShmEventLoop.release();
    }
  }

  /** The new handler may be called, and end the channel, before its registration is complete. */
  @Test
  void shouldGiveAReadableChannelToAnotherHandler() throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Pipe pipe = readable();
        Events first = new Events(false);
        Events second = new Events(true);
        shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, first);
        while (first.calls.get() == 0) {
          Thread.onSpinWait();
        }
        shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, second);
        second.ends.acquire();
        assertEquals(1, second.calls.get());
        shmEventLoop.close(pipe.source(), pipe.sink());
      }
    } finally {
      ShmEventLoop.release();
    }
  }

  @Test
  void shouldLeaveAChannelAloneThatItDoesNotWatch() throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    Pipe pipe = Pipe.open();
    try {
      Events events = new Events(false);
      pipe.source().configureBlocking(false);
      shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, events);
      shmEventLoop.unwatch(pipe.source());
      pipe.sink().write(ByteBuffer.allocate(1));
      ServiceThreads.requireAtRest();
      assertEquals(0, events.calls.get());
      CountDownLatch served = new CountDownLatch(1);
      shmEventLoop.watch(pipe.source(), SelectionKey.OP_READ, reading(pipe, served));
      served.await();
    } finally {
      shmEventLoop.close(pipe.source(), pipe.sink());
      ShmEventLoop.release();
    }
  }

  @Test
  void shouldCallAHandlerThatStoppedEarlyOnceMore() throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    try {
      Events events = new Events(false);
      shmEventLoop.readyAgain(events);
      while (events.calls.get() == 0) {
        Thread.onSpinWait();
      }
      ServiceThreads.requireAtRest();
      assertEquals(1, events.calls.get());
    } finally {
      ShmEventLoop.release();
    }
  }

  /** A handler that always throws is retried rarely, and other handlers are served meanwhile. */
  @ParameterizedTest
  @ValueSource(classes = {StackOverflowError.class, AssertionError.class, InternalError.class})
  void shouldServeOthersWhileOneHandlerFails(Class<? extends Error> what) throws Exception {
    ShmEventLoop shmEventLoop = ShmEventLoop.acquire();
    Pipe failing = Pipe.open();
    Pipe good = Pipe.open();
    try {
      long start = System.nanoTime();
      AtomicInteger attempts = new AtomicInteger();
      failing.source().configureBlocking(false);
      good.source().configureBlocking(false);
      shmEventLoop.watch(failing.source(), SelectionKey.OP_READ, failing(what, attempts));
      failing.sink().write(ByteBuffer.allocate(1));
      for (int i = 0; i < 200 || shmEventLoop.failures.count() < 4; i++) {
        CountDownLatch served = new CountDownLatch(2);
        shmEventLoop.watch(good.source(), SelectionKey.OP_READ, reading(good, served));
        good.sink().write(ByteBuffer.allocate(1));
        good.sink().write(ByteBuffer.allocate(1));
        served.await();
      }
      long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      assertTrue(attempts.get() <= 12 + seconds, () -> attempts + " attempts in " + seconds + " s");
    } finally {
      failing.sink().close();
      failing.source().close();
      good.sink().close();
      good.source().close();
      ShmEventLoop.release();
    }
  }

  private static ShmEventLoop.ChannelHandler failing(
      Class<? extends Error> what, AtomicInteger attempts) {
    return new ShmEventLoop.ChannelHandler() {
      @Override
      public void ready() {
        attempts.incrementAndGet();
        try {
          throw what.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public void ended() {
        throw new AssertionError("only an IOException ends a channel");
      }
    };
  }

  private static ShmEventLoop.ChannelHandler reading(Pipe pipe, CountDownLatch served) {
    return new ShmEventLoop.ChannelHandler() {
      @Override
      public void ready() throws IOException {
        if (pipe.source().read(ByteBuffer.allocate(1)) > 0) {
          served.countDown();
        }
      }

      @Override
      public void ended() {}
    };
  }

  private static ShmEventLoop.ChannelHandler failingOnce(Pipe pipe, CountDownLatch served) {
    AtomicInteger calls = new AtomicInteger();
    return new ShmEventLoop.ChannelHandler() {
      @Override
      public void ready() throws IOException {
        if (calls.incrementAndGet() == 1) {
          throw new OutOfMemoryError("as where the heap is full");
        }
        pipe.source().read(ByteBuffer.allocate(1));
        served.countDown();
      }

      @Override
      public void ended() {}
    };
  }
}
