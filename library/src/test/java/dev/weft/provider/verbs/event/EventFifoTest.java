package dev.weft.provider.verbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.weft.SteadyAllocation;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that sleep until an event comes. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EventFifoTest {
  private static final int EVENTS = 20_000;
  private static final int ROUNDS = 500;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Numbers fifo = new Numbers();
  private volatile boolean over;

  /** Queues numbers; a getter passes an array of one. */
  private static final class Numbers extends EventFifo<Integer, int[]> {
    Numbers() {
      super("ibv_get_cq_event");
    }

    @Override
    public boolean accepts(Integer event) {
      return true;
    }

    @Override
    public void deliver(Integer event, int[] target) {
      target[0] = event;
    }

    @Override
    public boolean isAbout(Integer event, Object subject) {
      return event.equals(subject);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldGiveEachEventToOneThread(boolean virtual) throws InterruptedException {
    AtomicIntegerArray taken = new AtomicIntegerArray(EVENTS);
    AtomicInteger ended = new AtomicInteger();
    List<Thread> getters = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread.Builder kind = virtual ? Thread.ofVirtual() : Thread.ofPlatform();
      getters.add(kind.start(() -> takeAll(taken, ended)));
    }
    for (int i = 0; i < EVENTS; i++) {
      fifo.offer(i);
      if (i % 100 == 0) {
        awaitTaken(); // so that threads sleep now and then
      }
    }
    awaitTaken();
    fifo.close();
    for (Thread getter : getters) {
      getter.join();
    }
    assertEquals(4, ended.get());
    for (int i = 0; i < EVENTS; i++) {
      assertEquals(1, taken.get(i), "event " + i);
    }
  }

  private void takeAll(AtomicIntegerArray taken, AtomicInteger ended) {
    int[] number = new int[1];
    int result = fifo.get(number);
    while (result == 0) {
      taken.incrementAndGet(number[0]);
      result = fifo.get(number);
    }
    ended.addAndGet(result == VerbsErrno.EIO ? 1 : 100);
  }

  /** Returns once all events are taken; none may stay while threads sleep. */
  private void awaitTaken() {
    while (fifo.size() > 0) {
      Thread.yield();
    }
  }

  @Test
  void shouldEndTheWaitOfAnInterruptedThreadAndLoseNoEvent() throws InterruptedException {
    int[] results = new int[2];
    int[] number = {-1};
    Thread getter =
        Thread.ofPlatform()
            .start(
                () -> {
                  results[0] = fifo.get(number);
                  if (results[0] == VerbsErrno.EINTR && Thread.interrupted()) {
                    results[1] = fifo.get(number);
                  }
                });
    awaitSleeper();
    getter.interrupt();
    fifo.offer(7);
    getter.join();
    assertTrue(results[0] == VerbsErrno.EINTR || results[0] == 0, () -> "result " + results[0]);
    assertEquals(0, results[1]);
    assertEquals(7, number[0]);
    assertEquals(0, fifo.size());
  }

  private void awaitSleeper() {
    while (fifo.waiters() == 0) {
      Thread.yield();
    }
  }

  @Test
  void shouldAllocateNothing() throws InterruptedException {
    Integer event = 1;
    Thread source =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over) {
                    if (fifo.waiters() > 0 && fifo.size() == 0) {
                      fifo.offer(event);
                    }
                    Thread.yield();
                  }
                });
    int[] number = new int[1];
    LongSupplier allocated =
        () ->
            THREADS.getCurrentThreadAllocatedBytes()
                + THREADS.getThreadAllocatedBytes(source.threadId());
    long bytes = SteadyAllocation.ofRounds(ROUNDS, () -> fifo.get(number), allocated);
    over = true;
    source.join();
    assertEquals(0, bytes, "bytes in " + ROUNDS + " sleeps");
  }

  /** A channel that is opened then would never be closed. */
  @Test
  void shouldOpenNoChannelOnceClosed() {
    fifo.close();
    assertThrows(IllegalStateException.class, fifo::channel);
  }

  /** The library alone calls no C. */
  @Test
  void shouldSayWhatADescriptorTakes() {
    VerbsException refused = assertThrows(VerbsException.class, fifo::descriptor);
    assertEquals(VerbsErrno.EOPNOTSUPP, refused.errno());
    assertTrue(refused.getMessage().contains("weft-native"), refused::getMessage);
  }
}
