package dev.weft.wire.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread that hears of every death outlives what happens to one line. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SwitchboardTest {

  @Test
  void shouldGoOnWhenThereWasNoMemory() throws Exception {
    Switchboard switchboard = Switchboard.acquire();
    Pipe pipe = Pipe.open();
    try {
      pipe.source().configureBlocking(false);
      CountDownLatch served = new CountDownLatch(1);
      switchboard.watch(pipe.source(), SelectionKey.OP_READ, line(pipe, served));
      pipe.sink().write(ByteBuffer.allocate(1));
      served.await();
    } finally {
      pipe.sink().close();
      pipe.source().close();
      Switchboard.release();
    }
  }

  private static Switchboard.Line line(Pipe pipe, CountDownLatch served) {
    AtomicInteger calls = new AtomicInteger();
    return new Switchboard.Line() {
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
