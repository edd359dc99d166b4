package dev.weft.nic.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members are woken without the lock of the shared receives. */
class SharedReceivesLockTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final SharedReceives shared = new SharedReceives(new MachineLimits(4, 4, 1, 64, 4096));
  private final List<String> calls = new ArrayList<>();

  /** Whether another thread can use the receives while a member is called. */
  private final class Waiting implements SharedReceives.Member {
    @Override
    public void onSharedReceive() {
      calls.add("posted, free: " + isFree());
    }

    @Override
    public void wake() {
      calls.add("woken, free: " + isFree());
    }

    @Override
    public int cancelShared(long context) {
      return 0;
    }

    private static boolean ends(Thread thread) {
      try {
        return thread.join(LONG);
      } catch (InterruptedException e) {
        return false;
      }
    }

    private boolean isFree() {
      return ends(Thread.ofPlatform().daemon().start(() -> shared.cancel(99)));
    }
  }

  @Test
  void shouldWakeBehindTheLock() {
    SharedReceives.Share lender = shared.join(new Waiting(), false);
    SharedReceives.Share starved = shared.join(new Waiting(), false);
    assertFalse(starved.hasAny(false));
    shared.post(shared.take(), false);
    PostedReceive lent = new PostedReceive(1);
    assertTrue(lender.lend(lent, new Message(), 0, starved.posts()));
    assertFalse(starved.hasAny(false));
    lender.takeBack(lent, false);
    assertEquals(List.of("posted, free: true", "woken, free: true"), calls);
    assertTrue(starved.hasAny(false));
  }
}
