package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sender learns when the peer's completion queue overruns (VQ-50). */
@Timeout(600)
class PeerOverrunTest {
  private static final int MESSAGES = 8;

  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 1);

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldExplainTheStatusByTheOverrun(String device) throws InterruptedException {
    VerbsContext context = Devices.named(device).open();
    ProtectionDomain domain = context.allocPd();
    CompletionQueue sent = context.createCq(MESSAGES, null, null, 0);
    CompletionQueue received = context.createCq(1, null, null, 0);
    QueuePair sender = domain.createQp(init(sent));
    QueuePair receiver = domain.createQp(init(received));
    QueuePairTransitions.initialise(sender, 0);
    QueuePairTransitions.initialise(receiver, 0);
    Opened.connect(sender, receiver);

    for (int i = 0; i < MESSAGES; i++) {
      assertEquals(0, receiver.postRecv(new ReceiveWorkRequest().wrId(i)));
      SendWorkRequest send = new SendWorkRequest().wrId(i).flags(SendFlags.SIGNALED).send();
      assertEquals(0, sender.postSend(send));
    }
    int status = firstFailure(sent);
    assertEquals(CompletionStatus.RETRY_EXC_ERR, status);
    String text = CompletionStatus.explain(status).toString();
    assertTrue(text.contains("the peer's completion queue overran"), text);

    acknowledgeEvents(context);
    sender.close();
    receiver.close();
    sent.close();
    received.close();
    domain.close();
    context.close();
  }

  @Test
  void shouldNotNameTheOverrunElsewhere() {
    String text = CompletionStatus.explain(CompletionStatus.REM_OP_ERR).toString();
    assertFalse(text.contains("overran"), text);
  }

  private static QueuePairInit init(CompletionQueue queue) {
    return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
  }

  /** A queue closes once its asynchronous events are acknowledged. */
  private static void acknowledgeEvents(VerbsContext context) {
    context.asyncBlocking(false);
    AsyncEvent event = new AsyncEvent();
    while (context.getAsyncEvent(event) == 0) {
      context.ackAsyncEvent(event);
    }
  }

  private int firstFailure(CompletionQueue queue) throws InterruptedException {
    while (true) {
      if (queue.poll(batch, 1) == 0) {
        Thread.sleep(1);
      } else if (batch.status(0) != CompletionStatus.SUCCESS) {
        return batch.status(0);
      }
    }
  }
}
