package dev.weft.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ExternalWaitTest {
  private final Semaphore entries = new Semaphore(0);

  private boolean anyEntry() {
    return entries.availablePermits() > 0;
  }

  private void publish(Notifier notifier) {
    entries.release();
    notifier.published();
  }

  /** A selector on the channel of one notifier. */
  private static final class Watch implements AutoCloseable {
    final ChannelWait channelWait = new ChannelWait();
    final Notifier notifier = new Notifier(IdleStrategy.PARK, 0, channelWait);
    private final Selector selector = Selector.open();

    Watch() throws IOException {
      channelWait.channel().register(selector, SelectionKey.OP_READ);
    }

    boolean isReadable() throws IOException {
      return selector.selectNow(key -> {}) > 0;
    }

    boolean becomesReadable() throws IOException {
      return selector.select(key -> {}, 20_000) > 0;
    }

    @Override
    public void close() throws IOException {
      selector.close();
      notifier.close();
    }
  }

  @Test
  void shouldBecomeReadableWithoutEverBeingArmed() throws Exception {
    try (Watch watch = new Watch()) {
      assertFalse(watch.isReadable());
      assertTrue(watch.notifier.isArmed());
      publish(watch.notifier);
      assertTrue(watch.isReadable());
      assertFalse(watch.notifier.isArmed(), "raised once is enough");
    }
  }

  @Test
  void shouldStayReadableUntilArmedAgain() throws Exception {
    try (Watch watch = new Watch()) {
      publish(watch.notifier);
      publish(watch.notifier);
      entries.acquire();
      assertFalse(watch.notifier.tryArm(this::anyEntry), "one entry is left");
      assertTrue(watch.isReadable());
      entries.acquire();
      assertTrue(watch.isReadable(), "nothing has lowered it");
      assertTrue(watch.notifier.tryArm(this::anyEntry));
      assertFalse(watch.isReadable());
      publish(watch.notifier);
      assertTrue(watch.isReadable());
    }
  }

  @Test
  void shouldRefuseToArmOncePerSignal() throws Exception {
    try (Watch watch = new Watch()) {
      watch.notifier.signal();
      assertTrue(watch.isReadable());
      assertFalse(watch.notifier.tryArm(this::anyEntry));
      assertTrue(watch.isReadable());
      assertTrue(watch.notifier.tryArm(this::anyEntry));
      assertFalse(watch.isReadable());
    }
  }

  /** Arming twice counts once, so one publication disarms it. */
  @Test
  void shouldBeArmedOnceHoweverOftenItIsArmed() throws Exception {
    try (Watch watch = new Watch()) {
      publish(watch.notifier);
      entries.acquire();
      assertTrue(watch.notifier.tryArm(this::anyEntry));
      assertTrue(watch.notifier.tryArm(this::anyEntry));
      assertTrue(watch.notifier.isArmed());
      publish(watch.notifier);
      assertTrue(watch.isReadable());
      assertFalse(watch.notifier.isArmed());
    }
  }

  @Test
  void shouldBeRaisedByDoorbells() throws Exception {
    try (Watch watch = new Watch()) {
      watch.notifier.wake();
      assertTrue(watch.isReadable());
    }
  }

  @Test
  void shouldSurviveAnInterruptedPublisher() throws Exception {
    try (Watch watch = new Watch()) {
      Thread.currentThread().interrupt();
      publish(watch.notifier);
      entries.acquireUninterruptibly();
      assertTrue(watch.notifier.tryArm(this::anyEntry));
      publish(watch.notifier);
      assertTrue(Thread.interrupted());
      assertTrue(watch.isReadable());
      assertTrue(watch.channelWait.channel().isOpen());
    }
  }

  @Test
  void shouldWakeSleepersAsWell() throws Exception {
    try (Watch watch = new Watch()) {
      CompletableFuture<WaitResult> wait = new CompletableFuture<>();
      Thread.startVirtualThread(
          () -> wait.complete(watch.notifier.await(this::anyEntry, Deadline.FOREVER)));
      while (watch.notifier.waiters() == 0) {
        Thread.sleep(1);
      }
      publish(watch.notifier);
      assertEquals(WaitResult.READY, wait.get());
      assertTrue(watch.isReadable());
    }
  }

  @Test
  @Tag("long")
  void shouldLoseNoEntryBetweenArmingAndSelecting() throws Exception {
    int total = 20_000;
    try (Watch watch = new Watch()) {
      Thread publisher =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < total; i++) {
                      publish(watch.notifier);
                      if (i % 16 == 0) {
                        Thread.yield();
                      }
                    }
                  });
      int taken = 0;
      while (taken < total) {
        if (watch.notifier.tryArm(this::anyEntry)) {
          assertTrue(watch.becomesReadable(), "stranded after " + taken);
        }
        taken += entries.drainPermits();
      }
      publisher.join();
    }
  }

  @Test
  void shouldWakeSelectorWhenClosed() throws Exception {
    try (Watch watch = new Watch()) {
      watch.notifier.close();
      assertFalse(watch.channelWait.channel().isOpen());
      publish(watch.notifier);
    }
  }

  @Test
  @Tag("long")
  void shouldSignalConditionUnderTheLock() throws Exception {
    ConditionWait pair = new ConditionWait();
    Notifier notifier = new Notifier(IdleStrategy.PARK, 0, pair);
    int total = 5_000;
    Thread publisher =
        Thread.startVirtualThread(
            () -> {
              for (int i = 0; i < total; i++) {
                publish(notifier);
                Thread.yield();
              }
            });
    int taken = 0;
    while (taken < total) {
      pair.lock().lock();
      try {
        if (notifier.tryArm(this::anyEntry)) {
          assertTrue(pair.condition().await(300, TimeUnit.SECONDS), "stranded after " + taken);
        }
      } finally {
        pair.lock().unlock();
      }
      taken += entries.drainPermits();
    }
    publisher.join();
    notifier.close();
  }

  @Test
  @SuppressWarnings("WaitNotInLoop") // the test is about the signal itself
  void shouldNotWaitForTheUsersLockInOrderToPublish() throws Exception {
    ConditionWait pair = new ConditionWait();
    Notifier notifier = new Notifier(IdleStrategy.PARK, 0, pair);
    pair.lock().lock();
    try {
      Thread publisher = Thread.ofPlatform().start(() -> publish(notifier));
      publisher.join(); // while the lock is held
      assertTrue(pair.condition().await(300, TimeUnit.SECONDS));
    } finally {
      pair.lock().unlock();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSayWhetherItHasChanged(boolean channel) throws Exception {
    try (ExternalWait object = channel ? new ChannelWait() : new ConditionWait()) {
      assertFalse(object.lower(), "lowered from the start");
      assertTrue(object.raise());
      assertFalse(object.raise());
      assertTrue(object.lower());
      assertFalse(object.lower());
      assertTrue(object.raise());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNeitherRaiseNorLowerAClosedChannel(boolean raised) throws Exception {
    ChannelWait object = new ChannelWait();
    assertEquals(raised, raised && object.raise());
    object.close();
    object.close();
    assertFalse(object.raise());
    assertFalse(object.lower());
    assertFalse(object.channel().isOpen());
  }

  /** The mutex is released, and threads that await the condition return. */
  @Test
  @SuppressWarnings("WaitNotInLoop") // the test is about the signal itself
  void shouldWakeWaitersOfTheConditionWhenClosed() throws Exception {
    ConditionWait pair = new ConditionWait();
    pair.lock().lock();
    try {
      Thread closer = Thread.ofPlatform().start(() -> closeLocked(pair));
      assertTrue(pair.condition().await(300, TimeUnit.SECONDS));
      closer.join();
    } finally {
      pair.lock().unlock();
    }
    assertFalse(pair.lock().isLocked());
  }

  private static void closeLocked(ConditionWait pair) {
    pair.lock().lock(); // until the other thread awaits
    try {
      pair.close();
    } finally {
      pair.lock().unlock();
    }
  }
}
