package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters that select on a pipe themselves. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SelectorParkingTest {
  private static final int ROUNDS = 20_000;
  private static final int LEAVING_ROUNDS = 3_000;

  private final SelectorParking parking = new SelectorParking();
  private final Notifier notifier = new Notifier(parking);
  private final AtomicInteger tokens = new AtomicInteger();
  private final AtomicInteger outside = new AtomicInteger();
  private final Pipe pipe = open();

  private static Pipe open() {
    try {
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      pipe.sink().configureBlocking(false);
      return pipe;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addBell() {
    parking.add(new WakeChannel(pipe.source(), this::silence, this::listen));
  }

  /** Selects for waiters that cannot, as a wire does. */
  private void listen() {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (Selector selector = Selector.open()) {
                pipe.source().register(selector, SelectionKey.OP_READ);
                while (pipe.source().isOpen()) {
                  selector.select(_ -> silence());
                  notifier.wake();
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private void silence() {
    try {
      pipe.source().read(ByteBuffer.allocate(64));
    } catch (ClosedChannelException theTestEnds) {
      // and no thread selects any more
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Signals the pipe without the notifier, as a peer in another process does. */
  private void ring() throws IOException {
    pipe.sink().write(ByteBuffer.allocate(1));
  }

  private boolean takeToken() {
    int seen = tokens.get();
    return seen > 0 && tokens.compareAndSet(seen, seen - 1);
  }

  private void sleepForTokens(int count) {
    for (int taken = 0; taken < count; ) {
      assertEquals(WaitResult.READY, notifier.await(() -> tokens.get() > 0, Deadline.FOREVER));
      taken += takeToken() ? 1 : 0;
      notifier.passOn();
    }
  }

  @AfterEach
  void close() throws IOException {
    notifier.close();
    pipe.source().close();
    pipe.sink().close();
  }

  @Test
  void shouldWakeAThreadThatSleptBeforeTheFirstBell() throws Exception {
    Thread sleeper = Thread.ofPlatform().start(() -> sleepForTokens(1));
    while (sleeper.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    addBell();
    tokens.incrementAndGet();
    ring();
    sleeper.join();
  }

  /** The owner of a closed channel may hold much memory. */
  @Test
  void shouldNotKeepTheOwnerOfAClosedChannelOnceAThreadSleeps() throws IOException {
    WeakReference<Object> owner = addOwnedBell();
    pipe.source().close();
    while (owner.get() != null) {
      assertEquals(WaitResult.TIMED_OUT, notifier.await(() -> false, soon()));
      System.gc();
    }
  }

  private static long soon() {
    return Deadline.after(1, TimeUnit.MILLISECONDS);
  }

  private WeakReference<Object> addOwnedBell() {
    AtomicInteger owner = new AtomicInteger();
    parking.add(new WakeChannel(pipe.source(), owner::incrementAndGet, owner::incrementAndGet));
    return new WeakReference<>(owner);
  }

  @Test
  void shouldEndWaitsWhenClosed() throws Exception {
    addBell();
    List<WaitResult> results = new ArrayList<>();
    Thread sleeper =
        Thread.ofPlatform().start(() -> results.add(notifier.await(() -> false, Deadline.FOREVER)));
    while (notifier.waiters() == 0) {
      Thread.onSpinWait();
    }
    notifier.close();
    sleeper.join();
    assertEquals(List.of(WaitResult.CLOSED), results);
  }

  @Test
  void shouldEndAtTheDeadline() {
    addBell();
    long deadline = Deadline.after(30, TimeUnit.MILLISECONDS);
    assertEquals(WaitResult.TIMED_OUT, notifier.await(() -> false, deadline));
  }

  @Test
  void shouldEndWhenInterrupted() throws Exception {
    addBell();
    List<WaitResult> results = new ArrayList<>();
    Thread sleeper =
        Thread.ofPlatform().start(() -> results.add(notifier.await(() -> false, Deadline.FOREVER)));
    while (notifier.waiters() == 0) {
      Thread.onSpinWait();
    }
    sleeper.interrupt();
    sleeper.join();
    assertEquals(List.of(WaitResult.INTERRUPTED), results);
  }

  @Test
  void shouldLetGoOfItsBellsWhenClosed() {
    addBell();
    assertTrue(pipe.source().isRegistered());
    notifier.close();
    assertFalse(pipe.source().isRegistered());
    assertTrue(
        parking.add(new WakeChannel(pipe.source(), this::silence, this::listen)), "too late");
    assertFalse(pipe.source().isRegistered());
  }

  /** A wait set's thread parks elsewhere, and is woken all the same. */
  @Test
  void shouldGiveEachBellBackOnceWhenASetListens() {
    AtomicInteger givenBack = new AtomicInteger();
    assertTrue(
        parking.add(new WakeChannel(pipe.source(), this::silence, givenBack::incrementAndGet)),
        "all who sleep hear it");
    assertEquals(0, givenBack.get());
    notifier.forwardTo(new Notifier());
    notifier.forwardTo(new Notifier());
    assertEquals(1, givenBack.get());
    assertFalse(
        parking.add(new WakeChannel(pipe.source(), this::silence, givenBack::incrementAndGet)));
  }

  @Test
  void shouldGiveBackTheBellsWhoseChannelsAreOpen() throws Exception {
    Pipe other = open();
    AtomicInteger givenBack = new AtomicInteger();
    parking.add(new WakeChannel(other.source(), () -> {}, () -> givenBack.addAndGet(100)));
    other.source().close();
    other.sink().close();
    parking.add(new WakeChannel(pipe.source(), this::silence, givenBack::incrementAndGet));
    try (Pipe.SourceChannel third = open().source()) {
      parking.add(new WakeChannel(third, () -> {}, () -> givenBack.addAndGet(10)));
      parking.keepWatch();
    }
    assertEquals(11, givenBack.get());
  }

  @Test
  void shouldWakeTheLeaderForWhatIsPublishedInside() throws Exception {
    addBell();
    Thread sleeper = Thread.ofPlatform().start(() -> sleepForTokens(1));
    while (notifier.waiters() == 0) {
      Thread.onSpinWait();
    }
    tokens.incrementAndGet();
    notifier.published();
    sleeper.join();
  }

  @Test
  void shouldWakeTheLeaderBesideAnotherThread() throws Exception {
    addBell();
    Thread[] sleepers = new Thread[3];
    for (int i = 0; i < sleepers.length; i++) {
      sleepers[i] = Thread.ofPlatform().start(() -> sleepForTokens(1));
    }
    while (notifier.waiters() < sleepers.length) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < sleepers.length; i++) {
      tokens.incrementAndGet();
      ring();
      while (tokens.get() > 0) {
        Thread.onSpinWait();
      }
    }
    for (Thread sleeper : sleepers) {
      sleeper.join();
    }
  }

  /** A virtual thread would block its carrier in the selector. */
  @Test
  void shouldGiveBellsBackWhenAVirtualThreadSleeps() throws Exception {
    AtomicInteger givenBack = new AtomicInteger();
    parking.add(new WakeChannel(pipe.source(), this::silence, givenBack::incrementAndGet));
    Thread sleeper = Thread.startVirtualThread(() -> sleepForTokens(1));
    while (givenBack.get() == 0) {
      Thread.onSpinWait();
    }
    tokens.incrementAndGet();
    notifier.published();
    sleeper.join();
    assertEquals(1, givenBack.get());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 3600})
  void shouldSleepAndNotLookAgainAndAgain(long seconds) throws Exception {
    addBell();
    AtomicInteger looks = new AtomicInteger();
    Readiness condition =
        () -> {
          looks.incrementAndGet();
          return tokens.get() > 0;
        };
    long deadline = Deadline.after(seconds, TimeUnit.SECONDS);
    Thread sleeper = Thread.ofPlatform().start(() -> notifier.await(condition, deadline));
    while (notifier.waiters() == 0) {
      Thread.onSpinWait();
    }
    Thread.sleep(50); // in which a thread that does not park would poll many thousand times
    assertTrue(looks.get() < 100, () -> "looks: " + looks);
    tokens.incrementAndGet();
    notifier.published();
    sleeper.join();
  }

  /**
   * Tokens arrive at random from this process, which publishes, and from outside, which signals the
   * pipe.
   */
  @ParameterizedTest
  @ValueSource(strings = {"platform", "platform platform", "virtual", "platform virtual"})
  @Tag("long")
  void shouldWakeEveryWaiter(String kinds) throws Exception {
    addBell();
    List<Thread> sleepers = new ArrayList<>();
    AtomicInteger left = new AtomicInteger(ROUNDS);
    for (String kind : kinds.split(" ", -1)) {
      Thread.Builder builder = kind.equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
      sleepers.add(builder.start(() -> takeUntil(left)));
    }
    Random random = new Random(1);
    for (int i = 0; i < ROUNDS; i++) {
      int expected = ROUNDS - i;
      while (left.get() > expected) {
        Thread.onSpinWait();
      }
      for (int pause = random.nextInt(2000); pause > 0; pause--) {
        Thread.onSpinWait();
      }
      tokens.incrementAndGet();
      if (random.nextBoolean()) {
        notifier.published();
      } else {
        ring();
      }
    }
    for (Thread sleeper : sleepers) {
      sleeper.join();
    }
  }

  /** A leader that leaves wakes the next one, which may be about to leave as well. */
  @Test
  @Tag("long")
  void shouldFindALeaderAmongTheRemainingThreads() throws Exception {
    addBell();
    for (int round = 0; round < LEAVING_ROUNDS; round++) {
      tokens.set(0);
      List<Thread> sleepers = new ArrayList<>();
      for (int wanted : new int[] {3, 1, 2}) {
        sleepers.add(Thread.ofPlatform().start(() -> sleepUntil(wanted)));
      }
      while (notifier.waiters() < 3) {
        Thread.onSpinWait();
      }
      arrive();
      tokens.incrementAndGet();
      notifier.published();
      sleepers.get(1).join();
      sleepers.get(2).join();
      arrive();
      sleepers.get(0).join();
    }
  }

  private void arrive() throws IOException {
    outside.incrementAndGet();
    ring();
  }

  private void sleepUntil(int wanted) {
    notifier.await(new Tokens(wanted), Deadline.FOREVER);
    notifier.passOn();
  }

  /** A condition on the number of tokens; tokens from outside are counted when a waiter checks. */
  private final class Tokens implements Readiness {
    private final int wanted;

    Tokens(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean holds() {
      return tokens.get() >= wanted;
    }

    @Override
    public boolean advance() {
      for (int arrived = outside.getAndSet(0); arrived > 0; arrived--) {
        tokens.incrementAndGet();
        notifier.published();
      }
      return holds();
    }
  }

  private void takeUntil(AtomicInteger left) {
    while (left.get() > 0) {
      notifier.await(() -> tokens.get() > 0 || left.get() == 0, Deadline.FOREVER);
      if (takeToken() && left.decrementAndGet() == 0) {
        notifier.published();
      }
      notifier.passOn();
    }
  }
}
