package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long sends between two queue pairs of shm0, from memory that no other process maps. */
@Timeout(600)
class LongSendsOfQueuePairsTest {
  private static final int MOST = 5 << 20;
  private static final int DEPTH = 8;
  private static final int SKEW = 3;
  private static final byte UNTOUCHED = 0x5A;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private Side sender;
  private Side receiver;

  private final class Side {
    final Arena arena = Arena.ofShared();
    final VerbsContext context = open(Devices.named("shm0").open());
    final ProtectionDomain domain = open(context.allocPd());
    final CompletionQueue queue = open(context.createCq(2 * DEPTH, null, null, 0));
    final MemorySegment memory = arena.allocate(MOST);
    final MemoryRegion region = open(domain.regMr(memory, RegionAccess.LOCAL_WRITE));
    final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 1);
    final QueuePair pair =
        open(
            domain.createQp(
                QueuePairInit.builder(QueuePairType.RC)
                    .completionQueue(queue)
                    .capabilities(new QueuePairCapabilities(DEPTH, DEPTH, 2, 3, 0))
                    .build()));

    void expect(int status) {
      while (queue.poll(batch, 1) == 0) {
        Thread.onSpinWait();
      }
      assertEquals(status, batch.status(0), () -> batch.describe(0));
    }

    void send(int offset, int length) {
      var request = new SendWorkRequest().buffer(region, offset, length);
      assertEquals(0, pair.postSend(request.flags(SendFlags.SIGNALED)));
    }

    void receive(ReceiveWorkRequest request) {
      assertEquals(0, pair.postRecv(request));
    }
  }

  private <T extends AutoCloseable> T open(T object) {
    opened.push(object);
    return object;
  }

  @BeforeEach
  void connect() {
    assumeTrue(ProcessMemories.obstacle() == null, ProcessMemories::obstacle);
    sender = new Side();
    receiver = new Side();
    QueuePairTransitions.initialise(sender.pair, 0);
    QueuePairTransitions.initialise(receiver.pair, 0);
    QueuePairAddress here = QueuePairAddress.of(sender.pair);
    QueuePairAddress there = QueuePairAddress.of(receiver.pair);
    QueuePairTransitions.connect(sender.pair, here, there);
    QueuePairTransitions.connect(receiver.pair, there, here);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable object : opened) {
      object.close();
    }
  }

  /** The first message shows the connection; from then on the place of the data is sent. */
  private void exchangeShortOnes() {
    for (int i = 0; i < 2; i++) {
      receiver.receive(new ReceiveWorkRequest().buffer(receiver.region, 0, 8));
      sender.send(0, 8);
      sender.expect(CompletionStatus.SUCCESS);
      receiver.expect(CompletionStatus.SUCCESS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16_384, 16_385, 100_001, 1 << 20, (3 << 20) + 1})
  void shouldArriveWholeInOddParts(int length) {
    exchangeShortOnes();
    byte[] bytes = new byte[MOST];
    new Random(length).nextBytes(bytes);
    sender.memory.copyFrom(MemorySegment.ofArray(bytes));
    for (int round = 1; round <= 5; round++) {
      receiver.memory.fill(UNTOUCHED);
      int first = 7 * round;
      var receive = new ReceiveWorkRequest();
      receive
          .buffers()
          .add(receiver.region, SKEW, first)
          .add(receiver.region, SKEW + first, 1)
          .add(receiver.region, SKEW + first + 1, length);
      receiver.receive(receive);
      sender.send(round, length);
      receiver.expect(CompletionStatus.SUCCESS);
      sender.expect(CompletionStatus.SUCCESS);
      check(round, length);
    }
  }

  private void check(int from, int length) {
    assertEquals(length, receiver.batch.byteLen(0));
    byte[] expected = new byte[MOST];
    MemorySegment whole = MemorySegment.ofArray(expected).fill(UNTOUCHED);
    MemorySegment.copy(sender.memory, from, whole, SKEW, length);
    assertArrayEquals(expected, receiver.memory.toArray(ValueLayout.JAVA_BYTE));
  }

  @Test
  void shouldFailASendWhoseMemoryWasClosedBeforeItWasRead() {
    exchangeShortOnes();
    sender.send(0, MOST); // the receiver has no buffer yet, and asks again and again
    sender.arena.close();
    receiver.receive(new ReceiveWorkRequest().buffer(receiver.region, 0, MOST));

    sender.expect(CompletionStatus.LOC_PROT_ERR);
  }

  @Test
  void shouldGoOnAfterALongSendThatWasTooLong() {
    exchangeShortOnes();
    receiver.receive(new ReceiveWorkRequest().buffer(receiver.region, 0, 100));
    sender.send(0, MOST);

    receiver.expect(CompletionStatus.LOC_LEN_ERR);
    sender.expect(CompletionStatus.REM_INV_REQ_ERR);
  }
}
