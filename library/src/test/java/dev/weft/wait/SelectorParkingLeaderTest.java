package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One of the waiters leads: it selects on the wake channels, and passes the lead on when it leaves.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SelectorParkingLeaderTest {
  private final SelectorParking parking = new SelectorParking();
  private final AtomicInteger silenced = new AtomicInteger();
  private final Pipe pipe = open();

  private static Pipe open() {
    try {
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      return pipe;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void addBell() {
    assertTrue(parking.add(new WakeChannel(pipe.source(), this::silence, () -> {})));
    Waiter own = parking.line.join(() -> true);
    parking.park(own, Deadline.after(0, TimeUnit.SECONDS)); // consumes the wake-up of the channel
    parking.line.leave(own);
  }

  @AfterEach
  void close() throws IOException {
    parking.close();
    pipe.source().close();
    pipe.sink().close();
  }

  private void silence() {
    try {
      assertEquals(1, pipe.source().read(ByteBuffer.allocate(64)));
      silenced.incrementAndGet();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ring() throws IOException {
    pipe.sink().write(ByteBuffer.allocate(1));
  }

  /** Enters the waiter queue, parks once, and leaves. */
  private final class Parked {
    private final int before = parking.line.size();
    private final Thread thread;

    Parked(Thread.Builder builder, long deadline) {
      thread =
          builder.start(
              () -> {
                Waiter waiter = parking.line.join(() -> true);
                parking.park(waiter, deadline);
                parking.line.leave(waiter);
              });
      while (parking.line.size() == before) {
        Thread.onSpinWait();
      }
    }

    /** Whether it is parked in this state, and not in a selector. */
    boolean isParked(Thread.State state) {
      assertNotEquals(Thread.State.TERMINATED, thread.getState(), "it did not sleep");
      return thread.getState() == state;
    }

    void untilParked() {
      while (!isParked(Thread.State.WAITING)) {
        Thread.onSpinWait();
      }
    }
  }

  private Parked sleep(Thread.Builder builder) {
    return new Parked(builder, Deadline.FOREVER);
  }

  /** Two waiters, one of which leads. */
  private final class Pair {
    private final Parked leader;
    private final Parked follower;

    Pair() {
      Parked first = sleep(Thread.ofPlatform().daemon());
      Parked second = sleep(Thread.ofPlatform().daemon());
      while (!first.isParked(Thread.State.WAITING) && !second.isParked(Thread.State.WAITING)) {
        Thread.onSpinWait();
      }
      boolean firstLeads = second.thread.getState() == Thread.State.WAITING;
      leader = firstLeads ? first : second;
      follower = firstLeads ? second : first;
    }
  }

  @Test
  void shouldHandTheLeadToAnotherInLine() throws Exception {
    Pair pair = new Pair();
    ring();
    pair.leader.thread.join();
    assertEquals(1, silenced.get());
    pair.follower.thread.join(); // woken to lead
  }

  /** A virtual thread never leads, so it is not woken to lead. */
  @Test
  void shouldPassOverVirtualThreads() throws Exception {
    Parked virtual = sleep(Thread.ofVirtual());
    virtual.untilParked();
    Pair pair = new Pair();
    ring();
    pair.leader.thread.join();
    pair.follower.thread.join();
    assertEquals(Thread.State.WAITING, virtual.thread.getState());
    parking.unpark(virtual.thread);
    virtual.thread.join();
  }

  /** The thread that was woken to lead needs not park any more, and passes the lead on. */
  @Test
  void shouldHandOnTheLeadWhenItLeavesInstead() throws Exception {
    Waiter own = parking.line.join(() -> true);
    Pair pair = new Pair();
    ring();
    pair.leader.thread.join(); // has woken the first waiter
    assertEquals(Thread.State.WAITING, pair.follower.thread.getState());
    parking.line.leave(own);
    parking.onLeave();
    pair.follower.thread.join();
  }

  @Test
  void shouldWakeTheLeader() throws Exception {
    Pair pair = new Pair();
    parking.unpark(pair.leader.thread);
    pair.leader.thread.join();
    assertEquals(0, silenced.get(), "no bell rang");
    pair.follower.thread.join();
  }

  @Test
  void shouldWakeAThreadThatDoesNotLead() throws Exception {
    Pair pair = new Pair();
    parking.unpark(pair.follower.thread);
    pair.follower.thread.join();
    ring();
    pair.leader.thread.join();
    assertEquals(1, silenced.get());
  }

  @Test
  void shouldNotSleepWhenItIsChosenAlready() {
    Waiter own = parking.line.join(() -> true);
    parking.line.choose(true);
    parking.park(own, Deadline.FOREVER);
    assertEquals(0, silenced.get());
  }

  @Test
  void shouldSleepUntilItsDeadlineBesideTheLeader() throws Exception {
    Pair pair = new Pair();
    Parked third = new Parked(Thread.ofPlatform().daemon(), Deadline.after(1, TimeUnit.HOURS));
    while (!third.isParked(Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
    parking.unpark(third.thread);
    third.thread.join();
    ring();
    pair.leader.thread.join();
  }
}
