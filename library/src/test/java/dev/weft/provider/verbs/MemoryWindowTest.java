package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SendOperations;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys of memory windows of type 2, as binds change them. */
class MemoryWindowTest {
  private static final int BINDS = 600;

  private final Arena arena = Arena.ofShared();
  private final VerbsContext context = new LoopbackVerbsProvider().devices().getFirst().open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(64, null, null, 0);
  private final MemoryRegion region =
      domain.regMr(arena.allocate(64, 8), RegionAccess.LOCAL_WRITE | RegionAccess.MW_BIND);
  private final MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_2);
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 4);
  private final MemoryWindowBind bind =
      new MemoryWindowBind().part(region, region.address(), 64).access(RegionAccess.REMOTE_READ);
  private final QueuePair pair = open();
  private final QueuePair peer = open();

  private QueuePair open() {
    return domain.createQp(QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());
  }

  @BeforeEach
  void connect() {
    QueuePairTransitions.initialise(pair, RegionAccess.REMOTE_READ);
    QueuePairTransitions.initialise(peer, RegionAccess.REMOTE_READ);
    Opened.connect(pair, peer);
  }

  @AfterEach
  void close() {
    pair.close();
    peer.close();
    window.close();
    region.close();
    queue.close();
    domain.close();
    context.close();
    arena.close();
  }

  @Test
  void shouldKeepTheUpperBytesOfItsKeyThroughManyBinds() {
    int before = window.rkey();
    for (int i = 1; i <= BINDS; i++) {
      int key = window.nextRkey();
      complete(new SendWorkRequest().bindMw(window, key, bind));
      assertEquals(key, window.rkey());
      assertEquals(before >>> Byte.SIZE, key >>> Byte.SIZE);
      assertEquals((before + i) & 0xFF, key & 0xFF);
      complete(new SendWorkRequest().localInvalidate(key));
    }
  }

  private void complete(SendWorkRequest request) {
    assertEquals(0, pair.postSend(request.flags(SendFlags.SIGNALED)));
    assertEquals(1, queue.poll(batch, 4));
    assertEquals(CompletionStatus.SUCCESS, batch.status(0));
  }

  @Test
  void shouldRefuseTheKeyOfAnotherRegionAndLeaveItThere() {
    int before = window.rkey();
    assertNotEquals(before >>> Byte.SIZE, region.rkey() >>> Byte.SIZE);
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    SendWorkRequest request = new SendWorkRequest().bindMw(window, region.rkey(), bind);
    assertEquals(VerbsErrno.EINVAL, pair.postSend(request, bad));
    int first = before & ~0xFF;
    assertEquals(
        "rkey=0x%x, allowed 0x%x..0x%x, which nextRkey() of the window gives"
            .formatted(region.rkey(), first, first | 0xFF),
        bad.reason());
    assertEquals(
        VerbsErrno.EINVAL, pair.startWork().bindMw(window, region.rkey(), bind).complete());
    assertEquals(before, window.rkey());
    complete(new SendWorkRequest().bindMw(window, window.nextRkey(), bind));
  }

  @Test
  void shouldSayWhyAWindowCannotBeBound() {
    try (MemoryWindow first = domain.allocMw(MemoryWindowType.TYPE_1);
        ProtectionDomain other = context.allocPd();
        MemoryWindow foreign = other.allocMw(MemoryWindowType.TYPE_2)) {
      assertEquals(
          "mw=" + first + ", allowed of TYPE_2; ibv_bind_mw(3) binds TYPE_1",
          refusal(first, bind, VerbsErrno.EINVAL));
      assertEquals(
          "mw and bind_info.mr, allowed of the protection domain of the queue pair",
          refusal(foreign, bind, VerbsErrno.EPERM));
      assertEquals(
          "bind_info.mr=null, allowed without address and length only",
          refusal(window, new MemoryWindowBind().part(null, 1, 1), VerbsErrno.EINVAL));
    }
  }

  private String refusal(MemoryWindow of, MemoryWindowBind to, int error) {
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    assertEquals(error, pair.postSend(new SendWorkRequest().bindMw(of, of.nextRkey(), to), bad));
    return bad.reason();
  }

  @Test
  void shouldBindByABuilderOnlyWindowsOfType2() {
    try (MemoryWindow first = domain.allocMw(MemoryWindowType.TYPE_1)) {
      int before = first.rkey();
      assertEquals(VerbsErrno.EINVAL, bindBy(pair, first));
      assertEquals(before, first.rkey());
      assertEquals(0, bindBy(pair, window));
    }
  }

  @Test
  void shouldBindByABuilderOnlyIfThatWasRequested() {
    QueuePairInit.Builder init = QueuePairInit.builder(QueuePairType.RC).completionQueue(queue);
    try (QueuePair sending = domain.createQp(init.sendOperations(SendOperations.SEND).build());
        QueuePair binding = domain.createQp(init.sendOperations(SendOperations.BIND_MW).build())) {
      for (QueuePair each : new QueuePair[] {sending, binding}) {
        QueuePairTransitions.initialise(each, RegionAccess.REMOTE_READ);
      }
      Opened.connect(sending, binding);
      int before = window.rkey();
      assertEquals(VerbsErrno.EINVAL, bindBy(sending, window));
      assertEquals(before, window.rkey());
      assertEquals(0, bindBy(binding, window));
      assertEquals(1, queue.poll(batch, 4));
    }
  }

  private int bindBy(QueuePair through, MemoryWindow bound) {
    return through
        .startWork()
        .flags(SendFlags.SIGNALED)
        .bindMw(bound, bound.nextRkey(), bind)
        .complete();
  }
}
