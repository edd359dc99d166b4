package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.AsyncEventType;
import dev.weft.verbs.EndToEndContext;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The API of reliable datagrams: domains, contexts, and queue pairs of type RD. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReliableObjectsTest {
  private static final int KEY = 0x77;
  private static final int ROUNDS = 10_000;

  private final Opened on = new Opened();
  private final ProtectionDomain domain = on.context.allocPd();
  private final ReliableDatagramDomain reliable = on.context.allocReliableDatagramDomain();
  private final ExtendedCompletionQueue queue =
      on.extended(WcFields.STANDARD | WcFields.EXTENSIONS);

  private static void refused(int errno, Executable action) {
    assertEquals(errno, assertThrows(VerbsException.class, action).errno());
  }

  private QueuePairInit.Builder init(QueuePairType type) {
    return QueuePairInit.builder(type).completionQueue(queue);
  }

  private static void modify(EndToEndContext context, QueuePairAttributes attributes) {
    assertEquals(0, context.modify(attributes, attributes.mask()));
  }

  private static QueuePairAttributes.Builder to(QueuePairState state) {
    return QueuePairAttributes.builder().state(state);
  }

  private EndToEndContext receiving(EndToEndContext context, EndToEndContext peer) {
    modify(context, to(QueuePairState.INIT).pkeyIndex(0).port(1).build());
    modify(
        context,
        to(QueuePairState.RTR)
            .addressVector(AddressHandleAttributes.local(on.context.queryPort(1).lid()))
            .pathMtu(Mtu.MTU_4096)
            .destinationQpn(peer.number())
            .receivePsn(5)
            .maxDestinationReadAtomic(1)
            .minRnrTimer(1)
            .build());
    return context;
  }

  private static void sending(EndToEndContext context) {
    modify(
        context,
        to(QueuePairState.RTS)
            .sendPsn(5)
            .timeout(14)
            .retryCount(7)
            .rnrRetry(7)
            .maxReadAtomic(1)
            .build());
  }

  private QueuePair pair() {
    QueuePair pair =
        domain.createQp(init(QueuePairType.RD).reliableDatagramDomain(reliable).build());
    for (QueuePairAttributes step :
        new QueuePairAttributes[] {
          to(QueuePairState.INIT).qkey(KEY).accessFlags(RegionAccess.LOCAL_WRITE).build(),
          to(QueuePairState.RTR).build(),
          to(QueuePairState.RTS).build()
        }) {
      assertEquals(0, pair.modify(step, step.mask()));
    }
    return pair;
  }

  @Test
  void shouldRefuseWhatDoesNotBelongTogether() {
    ReliableDatagramDomain foreign = new Opened().context.allocReliableDatagramDomain();
    var shared = domain.createSrq(SharedReceiveQueueInit.basic(4, 1));
    QueuePairInit.Builder wanted = init(QueuePairType.RD);
    refused(VerbsErrno.EINVAL, () -> domain.createQp(wanted.build()));
    refused(
        VerbsErrno.EINVAL, () -> domain.createQp(wanted.reliableDatagramDomain(foreign).build()));
    refused(
        VerbsErrno.EINVAL,
        () ->
            domain.createQp(
                wanted.reliableDatagramDomain(reliable).sharedReceiveQueue(shared).build()));
    refused(
        VerbsErrno.EINVAL,
        () -> domain.createQp(init(QueuePairType.RC).reliableDatagramDomain(reliable).build()));
    queue.close();
  }

  @Test
  void shouldKeepADomainAsLongAsItIsUsed() {
    EndToEndContext context = reliable.createEndToEndContext("mine");
    assertEquals("mine", context.context());
    assertSame(reliable, context.domain());
    refused(VerbsErrno.EBUSY, reliable::close);
    QueuePair pair = pair();
    context.close();
    refused(VerbsErrno.EBUSY, reliable::close);
    pair.close();
    reliable.close();
    assertTrue(reliable.isClosed());
    assertThrows(IllegalStateException.class, () -> reliable.createEndToEndContext(null));
  }

  @Test
  void shouldMoveAContextAsTheTableSays() {
    EndToEndContext context = reliable.createEndToEndContext(null);
    QueuePairAttributes tooMuch =
        to(QueuePairState.INIT).pkeyIndex(0).port(1).accessFlags(0).build();
    assertEquals(VerbsErrno.EINVAL, context.modify(tooMuch, tooMuch.mask()));
    assertEquals(QueuePairState.RESET, context.state());
    sending(receiving(context, context));
    assertEquals(context.number(), context.query().destinationQpn());
    assertEquals(14, context.query().timeout());
    modify(context, to(QueuePairState.ERR).build());
    modify(context, to(QueuePairState.RESET).build());
    context.close();
  }

  @Test
  void shouldSendByTheBuilderAndNameContextsInEvents() {
    EndToEndContext here = reliable.createEndToEndContext(null);
    EndToEndContext there = reliable.createEndToEndContext(null);
    receiving(there, here);
    sending(receiving(here, there));
    QueuePair from = pair();
    QueuePair into = pair();
    assertEquals(0, into.postRecv(new ReceiveWorkRequest().wrId(3)));
    int posted =
        from.startWork()
            .wrId(2)
            .flags(SendFlags.SIGNALED)
            .sendImm(99)
            .through(here.number(), into.qpNum(), KEY)
            .complete();
    assertEquals(0, posted);
    for (int i = 0; i < 2; i++) {
      expect(from, into, there);
    }
    AsyncEvent event = new AsyncEvent();
    assertEquals(0, on.context.getAsyncEvent(event));
    assertEquals(AsyncEventType.COMM_EST, event.type());
    assertSame(there, event.endToEndContext());
    on.context.ackAsyncEvent(event);
    there.close();
    here.close();
  }

  private void expect(QueuePair from, QueuePair into, EndToEndContext there) {
    await();
    assertEquals(CompletionStatus.SUCCESS, queue.status());
    if (queue.wrId() == 3) {
      assertEquals(into.qpNum(), queue.readQpNum());
      assertEquals(from.qpNum(), queue.readSrcQp());
      assertEquals(there.number(), queue.readEndToEndContext());
      assertEquals(1, queue.readFreedResourceCount());
      assertEquals(99, queue.readImmData());
    }
    queue.endPoll();
  }

  private void await() {
    while (queue.startPoll() != 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldFailWhatIsUnderWayInAContextThatIsDestroyed() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(64);
      EndToEndContext here = reliable.createEndToEndContext(null);
      EndToEndContext there = reliable.createEndToEndContext(null);
      receiving(there, here);
      sending(receiving(here, there));
      QueuePair from = pair();
      QueuePair into = pair();
      int posted =
          from.startWork()
              .wrId(2)
              .send()
              .through(here.number(), into.qpNum(), KEY)
              .inlineData(memory.asSlice(0, 8))
              .complete();
      assertEquals(0, posted);
      here.close();
      await();
      assertEquals(CompletionStatus.LOC_EEC_OP_ERR, queue.status());
      queue.endPoll();
      assertEquals(QueuePairState.SQE, from.state());
    }
  }

  @Test
  void shouldCarryMessagesWithoutGarbage() {
    EndToEndContext here = reliable.createEndToEndContext(null);
    EndToEndContext there = reliable.createEndToEndContext(null);
    sending(receiving(there, here));
    sending(receiving(here, there));
    QueuePair from = pair();
    QueuePair into = pair();
    ReceiveWorkRequest receive = new ReceiveWorkRequest().wrId(1);
    SendWorkRequest send = new SendWorkRequest().send().flags(SendFlags.SIGNALED);
    send.through(here.number(), into.qpNum(), KEY);
    Runnable exchange =
        () -> {
          into.postRecv(receive);
          from.postSend(send);
          takeTwo();
        };
    assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, exchange));
  }

  private void takeTwo() {
    for (int i = 0; i < 2; i++) {
      await();
      if (queue.status() != CompletionStatus.SUCCESS) {
        throw new IllegalStateException(CompletionStatus.name(queue.status()));
      }
      queue.endPoll();
    }
  }
}
