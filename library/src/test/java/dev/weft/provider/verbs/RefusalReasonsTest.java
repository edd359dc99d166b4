package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.Mtu;
import dev.weft.verbs.attributes.PathMigrationState;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever is refused learns why: {@code explainModify} and {@code BadRequest.reason}. */
class RefusalReasonsTest {
  private static final int STEPS = 30_000;

  /** What most transitions take, so that many random steps are legal. */
  private static final int[] USUAL_MASKS = {
    QueuePairAttributeMask.STATE,
    QueuePairAttributeMask.STATE
        | QueuePairAttributeMask.PKEY_INDEX
        | QueuePairAttributeMask.PORT
        | QueuePairAttributeMask.ACCESS_FLAGS,
    QueuePairAttributeMask.STATE
        | QueuePairAttributeMask.PKEY_INDEX
        | QueuePairAttributeMask.PORT
        | QueuePairAttributeMask.QKEY,
    QueuePairAttributeMask.STATE
        | QueuePairAttributeMask.AV
        | QueuePairAttributeMask.PATH_MTU
        | QueuePairAttributeMask.DEST_QPN
        | QueuePairAttributeMask.RQ_PSN,
    QueuePairAttributeMask.STATE
        | QueuePairAttributeMask.AV
        | QueuePairAttributeMask.PATH_MTU
        | QueuePairAttributeMask.DEST_QPN
        | QueuePairAttributeMask.RQ_PSN
        | QueuePairAttributeMask.MAX_DEST_RD_ATOMIC
        | QueuePairAttributeMask.MIN_RNR_TIMER,
    QueuePairAttributeMask.STATE | QueuePairAttributeMask.SQ_PSN,
    QueuePairAttributeMask.STATE
        | QueuePairAttributeMask.SQ_PSN
        | QueuePairAttributeMask.TIMEOUT
        | QueuePairAttributeMask.RETRY_CNT
        | QueuePairAttributeMask.RNR_RETRY
        | QueuePairAttributeMask.MAX_QP_RD_ATOMIC,
  };

  private final Arena arena = Arena.ofShared();
  private final VerbsContext context = new LoopbackVerbsProvider().devices().getFirst().open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(64, null, null, 0);
  private final MemoryRegion region = domain.regMr(arena.allocate(64, 8), 0);
  private final BadRequest<SendWorkRequest> badSend = new BadRequest<>();

  @AfterEach
  void close() {
    region.close();
    queue.close();
    domain.close();
    context.close();
    arena.close();
  }

  private QueuePair open(QueuePairType type) {
    return domain.createQp(
        QueuePairInit.builder(type)
            .completionQueue(queue)
            .capabilities(new QueuePairCapabilities(2, 2, 2, 2, 16))
            .build());
  }

  /** A random program of modifications: an explanation is given exactly for what is refused. */
  @ParameterizedTest
  @EnumSource(names = {"RC", "UC", "UD"})
  void shouldExplainWhatModifyRefusesAndNothingElse(QueuePairType type) {
    Random random = SeededRandom.of(type.name().hashCode());
    int taken = 0;
    try (QueuePair pair = open(type)) {
      for (int step = 0; step < STEPS; step++) {
        QueuePairAttributes attributes = attributes(random);
        int mask = USUAL_MASKS[random.nextInt(USUAL_MASKS.length)];
        mask ^= random.nextInt(3) == 0 ? 1 << random.nextInt(22) : 0;
        String before = pair + ": ";
        String explanation = pair.explainModify(attributes, mask);
        int error = pair.modify(attributes, mask);
        String seen = before + QueuePairAttributeMask.describe(mask) + ": " + explanation;
        assertEquals(error == 0, explanation.isEmpty(), seen);
        taken += error == 0 ? 1 : 0;
      }
    }
    assertTrue(taken > STEPS / 100, "only " + taken + " were taken");
  }

  private static QueuePairAttributes attributes(Random random) {
    return QueuePairAttributes.builder()
        .state(QueuePairState.of(random.nextInt(random.nextInt(8) == 0 ? 7 : 4)))
        .currentState(random.nextInt(9) == 0 ? null : QueuePairState.of(random.nextInt(7)))
        .accessFlags(random.nextInt(20) == 0 ? 1 << 19 : random.nextInt(8))
        .pkeyIndex(random.nextInt(20) - 1 > 17 ? -1 : 0)
        .port(random.nextInt(10) == 0 ? 2 : 1)
        .qkey(random.nextInt())
        .addressVector(random.nextInt(10) == 0 ? null : AddressHandleAttributes.local(1))
        .alternatePath(AddressHandleAttributes.local(random.nextInt(10) == 0 ? -1 : 1))
        .pathMtu(random.nextInt(10) == 0 ? null : Mtu.of(1 + random.nextInt(5)))
        .timeout(random.nextInt(33))
        .retryCount(random.nextInt(9))
        .rnrRetry(random.nextInt(9))
        .minRnrTimer(random.nextInt(33))
        .maxReadAtomic(random.nextInt(18))
        .maxDestinationReadAtomic(random.nextInt(18))
        .destinationQpn(random.nextInt(10) == 0 ? -1 : 7)
        .receivePsn(random.nextInt())
        .sendPsn(random.nextInt())
        .build();
  }

  /** IBV_DEVICE_AUTO_PATH_MIG is no capability of the device. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldRefuseTheMigrationOfPaths(String device) {
    try (VerbsContext context = Devices.named(device).onFabric("migration").open();
        CompletionQueue queue = context.createCq(4, null, null, 0);
        ProtectionDomain domain = context.allocPd();
        QueuePair pair =
            domain.createQp(
                QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build())) {
      QueuePairAddress self = QueuePairAddress.of(pair);
      QueuePairTransitions.makeReady(pair, 0, self, self);
      AddressHandleAttributes path = AddressHandleAttributes.local(self.lid());
      var alternate = QueuePairAttributes.builder().alternatePath(path).build();
      var armed = QueuePairAttributes.builder().pathMigration(PathMigrationState.REARM).build();
      assertEquals(VerbsErrno.EINVAL, pair.modify(alternate));
      assertEquals(
          "IBV_QP_ALT_PATH, without IBV_DEVICE_AUTO_PATH_MIG", pair.explainModify(alternate));
      assertEquals(VerbsErrno.EINVAL, pair.modify(armed));
      assertEquals(
          "IBV_QP_PATH_MIG_STATE, without IBV_DEVICE_AUTO_PATH_MIG", pair.explainModify(armed));
      assertNull(pair.query().alternatePath());
      assertEquals(QueuePairState.RTS, pair.state());
    }
  }

  private static void bindRefused(
      QueuePair pair, MemoryWindow window, int flags, MemoryWindowBind bind, String why) {
    assertTrue(pair.bindMw(window, 1, flags, bind) != 0, why);
    assertEquals(why, pair.explainBindMw(window, flags, bind));
  }

  @Test
  void shouldSayWhyAQueuePairBindsNoWindow() {
    try (QueuePair pair = open(QueuePairType.RC);
        QueuePair datagrams = open(QueuePairType.UD)) {
      MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_1);
      MemoryWindowBind bind = new MemoryWindowBind();
      bindRefused(pair, window, 0, bind, "state=RESET, allowed RTS, SQD, SQE, ERR");
      QueuePairAddress self = QueuePairAddress.of(pair);
      QueuePairTransitions.makeReady(pair, 0, self, self);
      QueuePairTransitions.makeReady(datagrams);
      String flags = pair.explainBindMw(window, 1 << 20, bind);
      assertTrue(flags.startsWith("send_flags="), flags);
      assertTrue(pair.bindMw(window, 1, 1 << 20, bind) != 0);
      assertEquals("", pair.explainBindMw(window, 0, bind));
      assertEquals(0, pair.bindMw(window, 1, 0, bind));
      window.close();
      bindRefused(pair, window, 0, bind, "mw=" + window + ", allowed one that is not deallocated");
      bindRefused(
          datagrams,
          window,
          0,
          bind,
          "opcode=8 (IBV_WR_BIND_MW), allowed for type UD: IBV_WR_SEND, IBV_WR_SEND_WITH_IMM");
    }
  }

  @Test
  void shouldSayWhyAWindowIsNotBound() {
    try (QueuePair pair = open(QueuePairType.RC);
        ProtectionDomain other = context.allocPd();
        MemoryRegion foreign = other.regMr(arena.allocate(64), RegionAccess.MW_BIND);
        MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_1);
        MemoryWindow second = domain.allocMw(MemoryWindowType.TYPE_2)) {
      MemoryWindowBind bind = new MemoryWindowBind();
      QueuePairAddress self = QueuePairAddress.of(pair);
      QueuePairTransitions.makeReady(pair, 0, self, self);
      String type = ", allowed of TYPE_1; a work request binds TYPE_2";
      bindRefused(pair, second, 0, bind, "mw=" + second + type);
      bindRefused(pair, null, 0, bind, "mw=null" + type);
      bindRefused(pair, window, 0, null, "mw_bind=null");
      bindRefused(
          pair,
          window,
          0,
          new MemoryWindowBind().part(null, 0, 8),
          "bind_info.mr=null, allowed without address and length only");
      bindRefused(
          pair,
          window,
          0,
          new MemoryWindowBind().part(foreign, foreign.address(), 8),
          "mw and bind_info.mr, allowed of the protection domain of the queue pair");
    }
  }

  @Test
  void shouldNameTheAttributeAndWhatIsAllowed() {
    try (QueuePair pair = open(QueuePairType.RC)) {
      var init = QueuePairAttributes.builder().state(QueuePairState.INIT);
      assertEquals(
          "RESET to INIT of RC lacks IBV_QP_ACCESS_FLAGS|IBV_QP_PKEY_INDEX|IBV_QP_PORT",
          pair.explainModify(init.build()));
      init.pkeyIndex(0).accessFlags(0).port(9);
      assertEquals("port_num=9, allowed 1..1", pair.explainModify(init.build()));
      init.port(1).qkey(3);
      assertEquals(
          "RESET to INIT of RC does not take IBV_QP_QKEY, allowed"
              + " IBV_QP_STATE|IBV_QP_ACCESS_FLAGS|IBV_QP_PKEY_INDEX|IBV_QP_PORT",
          pair.explainModify(init.build()));
      var ready = QueuePairAttributes.builder().state(QueuePairState.RTS);
      assertEquals(
          "RESET to RTS of RC is no transition, allowed to: RESET, INIT",
          pair.explainModify(ready.build()));
    }
  }

  @Test
  void shouldModifyWhatWasSetAfterAQuery() {
    try (QueuePair pair = open(QueuePairType.UD)) {
      toReadyToSend(pair);
      assertEquals(0, pair.modify(pair.query()));
      QueuePairAttributes changed = pair.query().toBuilder().qkey(0x99).build();
      assertEquals(QueuePairAttributeMask.QKEY, changed.mask());
      assertEquals(0, pair.modify(changed), pair.explainModify(changed));
      assertEquals(0x99, pair.query().qkey());
      assertEquals(QueuePairState.RTS, pair.query().state());
    }
  }

  private static void toReadyToSend(QueuePair pair) {
    var init = QueuePairAttributes.builder().state(QueuePairState.INIT).pkeyIndex(0).port(1);
    assertEquals(0, pair.modify(init.qkey(5).build()));
    var receiving = QueuePairAttributes.builder().state(QueuePairState.RTR).build();
    assertEquals(0, pair.modify(receiving));
    var sending = QueuePairAttributes.builder().state(QueuePairState.RTS).sendPsn(1).build();
    assertEquals(0, pair.modify(sending));
  }

  @Test
  void shouldSayWhyASendIsNotPosted() {
    try (QueuePair pair = open(QueuePairType.UD)) {
      refused(VerbsErrno.EINVAL, "state=RESET, allowed RTS, SQD, SQE, ERR", pair, send());
      toReadyToSend(pair);
      refused(VerbsErrno.EINVAL, "ah=null, required for type UD", pair, send());
      refused(
          VerbsErrno.EINVAL,
          "opcode=0 (IBV_WR_RDMA_WRITE), allowed for type UD: IBV_WR_SEND, IBV_WR_SEND_WITH_IMM",
          pair,
          send().write(0, 0));
      refused(
          VerbsErrno.EINVAL,
          "send_flags=0x80, allowed"
              + " IBV_SEND_FENCE|IBV_SEND_SIGNALED|IBV_SEND_SOLICITED|IBV_SEND_INLINE",
          pair,
          send().flags(1 << 7));
      refused(
          VerbsErrno.EINVAL,
          "inline length=17, allowed 0..max_inline_data=16",
          pair,
          send().flags(SendFlags.INLINE).buffer(region, 0, 17));
      int most = pair.capabilities().maxSendSge();
      SendWorkRequest many = send();
      for (int i = 0; i <= most; i++) {
        many.buffers().add(region, 0, 4);
      }
      String reason = "num_sge=%d, allowed 0..max_send_sge=%d".formatted(most + 1, most);
      refused(VerbsErrno.EINVAL, reason, pair, many);
      refused(VerbsErrno.EINVAL, reason, pair, many.flags(SendFlags.INLINE)); // VQ-02, VQ-05
    }
  }

  private static SendWorkRequest send() {
    return new SendWorkRequest().send();
  }

  private void refused(int error, String reason, QueuePair pair, SendWorkRequest request) {
    assertEquals(error, pair.postSend(request, badSend));
    assertSame(request, badSend.request());
    assertEquals(reason, badSend.reason());
  }

  @Test
  void shouldSayWhyAReceiveIsNotPosted() {
    BadRequest<ReceiveWorkRequest> bad = new BadRequest<>();
    try (QueuePair pair = open(QueuePairType.UD)) {
      ReceiveWorkRequest request = new ReceiveWorkRequest();
      assertEquals(VerbsErrno.EINVAL, pair.postRecv(request, bad));
      assertEquals("state=RESET, allowed INIT, RTR, RTS, SQD, SQE, ERR", bad.reason());
      toReadyToSend(pair);
      int error = 0;
      while (error == 0) {
        error = pair.postRecv(request, bad);
      }
      assertEquals(VerbsErrno.ENOMEM, error);
      String full = "the receive queue is full: max_recv_wr=";
      assertTrue(bad.reason().startsWith(full), bad::reason);
    }
  }

  @Test
  void shouldSayWhyASharedReceiveIsNotPosted() {
    BadRequest<ReceiveWorkRequest> bad = new BadRequest<>();
    var init = SharedReceiveQueueInit.basic(2, 1);
    try (SharedReceiveQueue shared = domain.createSrq(init)) {
      ReceiveWorkRequest request = new ReceiveWorkRequest();
      assertEquals(0, shared.postRecv(request, bad));
      assertEquals(0, shared.postRecv(request, bad));
      assertEquals(VerbsErrno.ENOMEM, shared.postRecv(request, bad));
      assertEquals(
          "the shared receive queue is full: max_wr=2, poll completions first", bad.reason());
      request.buffers().add(region, 0, 8).add(region, 8, 8);
      assertEquals(VerbsErrno.EINVAL, shared.postRecv(request, bad));
      assertEquals("num_sge=2, allowed 0..max_sge=1", bad.reason());
    }
  }
}
