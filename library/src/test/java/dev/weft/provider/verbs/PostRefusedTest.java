package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.RecordedEvents;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each post that a queue pair refuses is one event {@code dev.weft.PostRefused}. */
class PostRefusedTest {
  private final VerbsContext context = new LoopbackVerbsProvider().devices().getFirst().open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(64, null, null, 0);
  private final QueuePair pair =
      domain.createQp(
          QueuePairInit.builder(QueuePairType.RC)
              .completionQueue(queue)
              .sendOperations(SendOperations.SEND)
              .capabilities(new QueuePairCapabilities(2, 2, 2, 2, 16))
              .build());

  @AfterEach
  void close() {
    pair.close();
    queue.close();
    domain.close();
    context.close();
  }

  private static String text(RecordedEvent event) {
    return event.getString("operation")
        + ": "
        + VerbsErrno.name(event.getInt("error"))
        + ", "
        + event.getString("reason");
  }

  @Test
  void shouldRecordWhatAQueuePairInResetRefuses() {
    try (Recording recording = new Recording()) {
      recording.enable("dev.weft.PostRefused").with("throttle", "off");
      recording.start();
      assertEquals(VerbsErrno.EINVAL, pair.postSend(new SendWorkRequest(), null));
      assertEquals(VerbsErrno.EINVAL, pair.postRecv(new ReceiveWorkRequest(), null));
      WorkBuilder work = pair.startWork();
      work.send();
      assertEquals(VerbsErrno.EINVAL, work.complete());
      assertEquals(VerbsErrno.EINVAL, pair.bindMw(null, 1, 0, null));
      assertEquals(
          List.of(
              "ibv_post_send: EINVAL, Invalid argument",
              "ibv_post_recv: EINVAL, Invalid argument",
              "ibv_wr_complete: EINVAL, Invalid argument",
              "ibv_bind_mw: EINVAL, Invalid argument"),
          RecordedEvents.of(recording).stream().map(PostRefusedTest::text).toList());
    }
  }
}
