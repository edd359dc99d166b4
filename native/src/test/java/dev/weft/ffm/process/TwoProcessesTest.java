package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.ffm.ChildJvm;
import dev.weft.wire.process.ProcessMemories;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages between this process, which reads the memory of others, and one that may do so, too, or
 * may not, or is killed. {@code -Dweft.kills=N} kills N processes.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoProcessesTest {
  private static final int KILLS = Integer.getInteger("weft.kills", 10);
  private static final long MESSAGES = 60;
  private static final long[] LENGTHS = {8 << 20, 20_001, 1, 1 << 20, 8193, 5 << 20, 16 << 10};
  private static final long KILLED_LENGTH = 8 << 20;
  private static final long HELLO = 1;
  private static final int MAX_MESSAGES_BEFORE = 10;
  private static final int MAX_MILLIS_BEFORE = 8;

  private final String own = Side.freshAddress();
  private final String other = Side.freshAddress();
  private final Side side = Side.open(own);
  private final long peer = side.node().peer(other);
  private final Arena arena = Arena.ofShared();

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @AfterEach
  void close() {
    side.close();
    arena.close();
  }

  /** The other process prints nothing; a warning of the JVM, for example, would be printed. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTalkWithAProcess(boolean isNative) throws Exception {
    Process process = start(isNative, MESSAGES, LENGTHS);
    try {
      awaitHello(process);
      Conversation talk = new Conversation(side, arena, peer, MESSAGES, LENGTHS);
      while (talk.goOn()) {
        Thread.onSpinWait();
      }
      assertEquals("", ChildJvm.printed(process));
      assertEquals(0, process.waitFor());
      assertFalse(talk.hasFailed());
      assertEquals(MESSAGES, talk.received());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(boolean isNative, long messages, long... lengths) throws IOException {
    return ChildJvm.start(
        isNative ? TalkingChild.NATIVE : TalkingChild.NOT_NATIVE,
        TalkingChild.class,
        TalkingChild.arguments(other, own, isNative, messages, lengths));
  }

  private void awaitHello(Process process) throws IOException {
    long any = FabricAddress.UNSPEC;
    side.post(
        side, () -> side.endpoint().trecv(arena.allocate(1), 1, any, TalkingChild.HELLO, 0, HELLO));
    while (!side.has(HELLO)) {
      side.take();
      if (!process.isAlive() && !side.take()) {
        throw new AssertionError("the other process printed " + ChildJvm.printed(process));
      }
    }
    assertEquals(0, side.remove(HELLO).error());
  }

  /** Each process has the name of the one before. Receives name it, and so end with it. */
  @Test
  void shouldReceiveWholeMessagesOrErrorsWhenTheOtherIsKilled() throws Exception {
    side.endpoint().option(EndpointOption.RECV_ENDS_WITH_PEER, 1);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < KILLS; round++) {
      Process process = start(true, Conversation.ENDLESS, KILLED_LENGTH);
      try {
        awaitHello(process);
        talkUntilKilled(process, random.nextInt(MAX_MESSAGES_BEFORE), random);
        assertEquals("", ChildJvm.printed(process));
      } catch (AssertionError e) {
        throw new AssertionError("round " + round + " of seed " + seed, e);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  private void talkUntilKilled(Process process, long messages, Random random)
      throws InterruptedException {
    Conversation talk = new Conversation(side, arena, peer, Conversation.ENDLESS, KILLED_LENGTH);
    int millis = random.nextInt(MAX_MILLIS_BEFORE);
    Thread killer = Thread.ofPlatform().start(() -> kill(process, talk, messages, millis));
    try {
      while (talk.goOn()) {
        Thread.onSpinWait();
      }
    } finally {
      killer.interrupt();
      killer.join();
    }
    assertTrue(talk.hasFailed());
    assertTrue(talk.received() >= messages, "the other process ended early");
  }

  /** Kills after some messages; at once if interrupted, because the test has failed. */
  private static void kill(Process process, Conversation talk, long messages, int millis) {
    try {
      while (talk.received() < messages) {
        Thread.sleep(1);
      }
      Thread.sleep(millis);
    } catch (InterruptedException failed) {
      Thread.currentThread().interrupt();
    }
    process.toHandle().destroyForcibly(); // keeps what it printed
  }
}
