package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.Arena;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both sides copy at the same time, in threads of their own. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoThreadsTest {
  private static final long MESSAGES = 300;
  private static final long[] LENGTHS = {3 << 20, 20_001, 1, 1 << 20, 8193, 5 << 19, 16 << 10};

  private volatile boolean failed;

  @Test
  void shouldTalkWithAnotherThread() throws Exception {
    assertNull(ProcessMemories.obstacle());
    try (Side a = Side.open(Side.freshAddress());
        Side b = Side.open(Side.freshAddress());
        Arena arena = Arena.ofShared();
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Conversation here = new Conversation(a, arena, a.handleOf(b), MESSAGES, LENGTHS);
      Conversation there = new Conversation(b, arena, b.handleOf(a), MESSAGES, LENGTHS);
      Future<?> first = threads.submit(() -> talk(here));
      Future<?> second = threads.submit(() -> talk(there));
      first.get();
      second.get();
      assertEquals(MESSAGES, here.received());
      assertEquals(MESSAGES, there.received());
    }
  }

  /** Ends when the other thread has failed, too. */
  private void talk(Conversation conversation) {
    boolean more = true;
    try {
      while (more && !failed) {
        more = conversation.goOn();
      }
    } finally {
      failed |= more;
    }
  }
}
