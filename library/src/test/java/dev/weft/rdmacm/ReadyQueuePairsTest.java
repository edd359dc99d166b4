package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queue pairs that are moved to RTS by one call, and what a query then says of them. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ReadyQueuePairsTest {
  private static final int SIZE = 64;
  private static final int GRH_BYTES = 40;
  private static final int ACCESS = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_WRITE;

  private final Arena arena = Arena.ofShared();
  private final VerbsContext context = Devices.named("loopback0").open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(16, null, null, 0);
  private final MemoryRegion region = domain.regMr(arena.allocate(4 * SIZE), ACCESS);
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);

  @AfterEach
  void close() {
    region.close();
    domain.close();
    queue.close();
    context.close();
    arena.close();
  }

  private QueuePair create(QueuePairType type, boolean signalAll) {
    return domain.createQp(
        QueuePairInit.builder(type).completionQueue(queue).signalAll(signalAll).build());
  }

  private void expectSuccess(long wrId) {
    while (queue.poll(batch, 1) == 0) {
      Thread.onSpinWait();
    }
    assertEquals(CompletionStatus.SUCCESS, batch.status(0), () -> batch.describe(0));
    assertEquals(wrId, batch.wrId(0));
  }

  @Test
  void shouldWriteToMemoryThatThePeersAddressNames() {
    try (QueuePair here = create(QueuePairType.RC, false);
        QueuePair there = create(QueuePairType.RC, false)) {
      QueuePairAddress own = QueuePairAddress.of(here);
      QueuePairAddress peer = QueuePairAddress.of(there).withMemory(region);
      QueuePairTransitions.makeReady(there, ACCESS, peer, own);
      QueuePairAddress heard = QueuePairAddress.parse(peer.toString());
      QueuePairTransitions.makeReady(here, 0, own, heard);
      region.memory().setString(0, "written");
      assertEquals(
          0,
          here.postSend(
              new SendWorkRequest()
                  .wrId(7)
                  .write(heard.memory().at(2 * SIZE), heard.memory().rkey())
                  .buffer(region, 0, SIZE)
                  .flags(SendFlags.SIGNALED)));
      expectSuccess(7);
      assertEquals("written", region.memory().getString(2 * SIZE));
    }
  }

  @Test
  void shouldMakeDatagramQueuePairsReady() {
    try (QueuePair here = create(QueuePairType.UD, true);
        QueuePair there = create(QueuePairType.UD, true)) {
      QueuePairTransitions.makeReady(here);
      QueuePairTransitions.makeReady(there);
      assertEquals(QueuePairState.RTS, here.state());
      there.postRecv(new ReceiveWorkRequest().wrId(1).buffer(region, SIZE, GRH_BYTES + 8));
      QueuePairAddress to = QueuePairAddress.of(there, 1);
      try (AddressHandle handle =
          domain.createAh(AddressHandleAttributes.global(to.lid(), to.gid()))) {
        here.postSend(
            new SendWorkRequest()
                .wrId(2)
                .send()
                .buffer(region, 0, 8)
                .to(handle, there.qpNum(), QueuePairTransitions.USUAL_QKEY));
        expectBoth();
      }
    }
  }

  private void expectBoth() {
    long sum = 0;
    for (int i = 0; i < 2; i++) {
      while (queue.poll(batch, 1) == 0) {
        Thread.onSpinWait();
      }
      assertEquals(CompletionStatus.SUCCESS, batch.status(0));
      sum += batch.wrId(0);
    }
    assertEquals(3, sum);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, -1})
  void shouldNameThePortThatIsMissing(int port) {
    try (QueuePair pair = create(QueuePairType.RC, false)) {
      VerbsException refused =
          assertThrows(VerbsException.class, () -> QueuePairTransitions.initialise(pair, 0, port));
      assertTrue(refused.getMessage().contains("port_num=" + port), refused::getMessage);
      assertThrows(VerbsException.class, () -> QueuePairAddress.of(pair, port));
      assertEquals(QueuePairState.RESET, pair.state());
    }
  }

  @Test
  void shouldSayWhetherTheSendQueueStillDrains() {
    try (QueuePair here = create(QueuePairType.RC, true);
        QueuePair there = create(QueuePairType.RC, false)) {
      assertTrue(here.signalAll());
      assertFalse(there.signalAll());
      QueuePairAddress own = QueuePairAddress.of(here);
      QueuePairAddress peer = QueuePairAddress.of(there);
      QueuePairTransitions.makeReady(there, 0, peer, own);
      QueuePairTransitions.makeReady(here, 0, own, peer);
      assertEquals(0, here.postSend(new SendWorkRequest().wrId(1).send().buffer(region, 0, 8)));
      var drain = QueuePairAttributes.builder().state(QueuePairState.SQD).build();
      assertEquals(0, here.modify(drain));
      assertTrue(here.query().sendQueueDraining(), "its send waits for a receive");
      there.postRecv(new ReceiveWorkRequest().wrId(2).buffer(region, SIZE, 8));
      expectBoth();
      while (here.query().sendQueueDraining()) {
        Thread.onSpinWait();
      }
      assertEquals(QueuePairState.SQD, here.state());
    }
  }

  /** IBV_QPS_SQD: the attributes of requests under way do not change, and no request overtakes. */
  @Test
  void shouldGoOnOnlyOnceTheSendQueueHasDrained() {
    try (QueuePair here = create(QueuePairType.RC, true);
        QueuePair there = create(QueuePairType.RC, false)) {
      QueuePairAddress own = QueuePairAddress.of(here);
      QueuePairAddress peer = QueuePairAddress.of(there);
      QueuePairTransitions.makeReady(there, 0, peer, own);
      QueuePairTransitions.makeReady(here, 0, own, peer);
      assertEquals(0, here.postSend(new SendWorkRequest().wrId(1).send().buffer(region, 0, 8)));
      assertEquals(0, here.modify(to(QueuePairState.SQD)));
      QueuePairAttributes retries = QueuePairAttributes.builder().retryCount(1).build();
      for (QueuePairAttributes early : List.of(to(QueuePairState.RTS), retries)) {
        assertEquals(VerbsErrno.EINVAL, here.modify(early));
        String why = here.explainModify(early);
        assertTrue(why.contains("sq_draining=1, allowed 0"), why);
      }
      assertEquals(QueuePairState.SQD, here.state());
      there.postRecv(new ReceiveWorkRequest().wrId(2).buffer(region, SIZE, 8));
      expectBoth();
      while (here.query().sendQueueDraining()) {
        Thread.onSpinWait();
      }
      assertEquals("", here.explainModify(retries));
      assertEquals(0, here.modify(retries));
      assertEquals(0, here.modify(to(QueuePairState.RTS)));
      assertEquals(QueuePairState.RTS, here.state());
    }
  }

  @Test
  void shouldEndWhileTheSendQueueDrains() {
    for (QueuePairState end : List.of(QueuePairState.ERR, QueuePairState.RESET)) {
      try (QueuePair here = create(QueuePairType.RC, true)) {
        QueuePairAddress own = QueuePairAddress.of(here);
        QueuePairTransitions.makeReady(here, 0, own, own);
        assertEquals(0, here.postSend(new SendWorkRequest().wrId(1).send().buffer(region, 0, 8)));
        assertEquals(0, here.modify(to(QueuePairState.SQD)));
        assertTrue(here.query().sendQueueDraining());
        assertEquals("", here.explainModify(to(end)));
        assertEquals(0, here.modify(to(end)));
      }
    }
  }

  private static QueuePairAttributes to(QueuePairState state) {
    return QueuePairAttributes.builder().state(state).build();
  }
}
