package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a message whose local buffers may not be read reaches the peer (VQ-20). */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class UnsentMessageTest {
  private static final int SIZE = 64;
  private static final int WRONG_KEY = 0x4000_0000;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldLeaveASharedReceiveToOthers(String device) {
    try (VerbsContext context = Devices.named(device).open();
        ProtectionDomain domain = context.allocPd();
        MemoryRegion region =
            domain.regMr(Arena.ofAuto().allocate(SIZE), RegionAccess.LOCAL_WRITE);
        CompletionQueue queue = context.createCq(16, null, null, 0);
        CompletionQueue receives = context.createCq(16, null, null, 0);
        SharedReceiveQueue shared = domain.createSrq(SharedReceiveQueueInit.basic(1, 1));
        QueuePair failing = pair(domain, queue, queue, null);
        QueuePair other = pair(domain, queue, queue, null);
        QueuePair idle = pair(domain, receives, receives, shared);
        QueuePair served = pair(domain, receives, receives, shared)) {
      connect(failing, idle);
      connect(other, served);
      assertEquals(0, shared.postRecv(new ReceiveWorkRequest().buffer(region, 0, SIZE)));
      SendWorkRequest request = new SendWorkRequest().flags(SendFlags.SIGNALED).send();
      request.buffers().add(region.address(), SIZE, region.lkey() ^ WRONG_KEY);
      assertEquals(0, failing.postSend(request));
      assertEquals(CompletionStatus.LOC_PROT_ERR, await(queue));
      assertEquals(0, other.postSend(request.buffer(region, 0, SIZE)));
      assertEquals(CompletionStatus.SUCCESS, await(queue));
      assertEquals(CompletionStatus.SUCCESS, await(receives));
    }
  }

  private static QueuePair pair(
      ProtectionDomain domain,
      CompletionQueue sends,
      CompletionQueue receives,
      SharedReceiveQueue shared) {
    return domain.createQp(
        QueuePairInit.builder(QueuePairType.RC)
            .sendCq(sends)
            .receiveCq(receives)
            .sharedReceiveQueue(shared)
            .build());
  }

  /** Without retries, so that a missing receive is noticed. */
  private static void connect(QueuePair one, QueuePair other) {
    QueuePairAddress here = QueuePairAddress.of(one);
    QueuePairAddress there = QueuePairAddress.of(other);
    QueuePairTransitions.initialise(one, 0);
    QueuePairTransitions.initialise(other, 0);
    ConnectionParameters parameters = ConnectionParameters.usual().withRetries(7, 0);
    QueuePairTransitions.connect(other, there, here, parameters);
    QueuePairTransitions.connect(one, here, there, parameters);
  }

  private static int await(CompletionQueue queue) {
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 1);
    while (queue.poll(batch, 1) == 0) {
      Thread.onSpinWait();
    }
    return batch.status(0);
  }
}
