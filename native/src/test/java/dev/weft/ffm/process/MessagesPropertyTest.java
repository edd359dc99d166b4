package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.fabric.info.ProgressModel;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random programs of messages between two endpoints of {@code shm} in this process, whose memory
 * the receiver reads. {@code -Dweft.programs=N} runs N of them, {@code -Dweft.seed=S} the one of
 * this seed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessagesPropertyTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 200);
  private static final int PROGRAMS_OF_A_PAIR = 20;
  private static final int MAX_MESSAGES = 16;
  private static final Long SEED = Long.getLong("weft.seed");

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @Test
  void shouldDeliverWhatWasSentWithManualProgress() {
    runAll(ProgressModel.MANUAL);
  }

  @Test
  void shouldDeliverWhatWasSentWithAutomaticProgress() {
    runAll(ProgressModel.AUTO);
  }

  private static void runAll(ProgressModel progress) {
    long seed = SEED == null ? System.nanoTime() : SEED;
    long end = seed + (SEED == null ? PROGRAMS / 2 : 1);
    while (seed < end) {
      try (Side a = new Side(progress, Side.freshAddress());
          Side b = new Side(progress, Side.freshAddress())) {
        MemorySegment both = Memories.both(a);
        long last = Math.min(end, seed + PROGRAMS_OF_A_PAIR);
        for (; seed < last; seed++) {
          run(seed, both, a, b);
        }
      }
    }
  }

  private static void run(long seed, MemorySegment both, Side... sides) {
    Random random = new Random(new SplittableRandom(seed).nextLong());
    List<Transfer> transfers = new ArrayList<>();
    try (Memories memories = new Memories(both)) {
      for (int number = 1 + random.nextInt(MAX_MESSAGES); number > 0; number--) {
        transfers.add(Transfer.random(random, transfers.size() + 1L, memories, sides[0]));
      }
      new MessagesRun(random, transfers, sides).run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("repeat with -Dweft.seed=" + seed + ": " + transfers, e);
    }
  }
}
