package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionOpcode;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.FlushType;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Flush operations, allowed and refused, by request and by builder. */
class FlushTest {
  private static final int WRITABLE = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_WRITE;

  private static final int GLOBAL = RegionAccess.FLUSH_GLOBAL;
  private static final int PERSISTENT = RegionAccess.FLUSH_PERSISTENT;

  private final VerbsContext context = Devices.named("loopback0").open();
  private final ProtectionDomain domain = context.allocPd();
  private final CompletionQueue queue = context.createCq(8, null, null, 0);
  private final QueuePair here = domain.createQp(init());
  private final QueuePair there = domain.createQp(init());
  private final MemorySegment memory = Arena.ofAuto().allocate(64);
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(Arena.ofAuto(), 1);

  FlushTest() {
    connect();
  }

  private void connectAgain() {
    for (QueuePair each : new QueuePair[] {here, there}) {
      each.modify(QueuePairAttributes.builder().state(QueuePairState.RESET).build());
    }
    connect();
  }

  private void connect() {
    QueuePairTransitions.initialise(here, 0);
    QueuePairTransitions.initialise(there, WRITABLE | GLOBAL | PERSISTENT);
    Opened.connect(here, there);
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    queue.close();
    domain.close();
    context.close();
  }

  private QueuePairInit init() {
    return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
  }

  /** The status of the next completion, which must be of a flush. */
  private int completed() throws InterruptedException {
    for (int looks = 0; queue.poll(batch, 1) == 0; looks++) {
      assertTrue(looks < 20_000, "no completion");
      Thread.sleep(1);
    }
    assertEquals(CompletionOpcode.FLUSH, batch.opcode(0));
    return batch.status(0);
  }

  @Test
  void shouldFlushWhatMayBeFlushed() throws InterruptedException {
    try (MemoryRegion region = domain.regMr(memory, WRITABLE | RegionAccess.FLUSH_GLOBAL)) {
      SendWorkRequest flush = new SendWorkRequest().flags(SendFlags.SIGNALED);
      here.postSend(flush.flush(region.address(), region.rkey(), 64, FlushType.GLOBAL));
      assertEquals(CompletionStatus.SUCCESS, completed());
      int posted =
          here.startWork()
              .flags(SendFlags.SIGNALED)
              .flush(region.rkey(), region.address(), 0, FlushType.GLOBAL, FlushType.REGION)
              .complete();
      assertEquals(0, posted);
      assertEquals(CompletionStatus.SUCCESS, completed());
    }
  }

  @Test
  void shouldRefuseWhatMayNotBeFlushed() throws InterruptedException {
    try (MemoryRegion region = domain.regMr(memory, WRITABLE)) {
      SendWorkRequest flush = new SendWorkRequest().flags(SendFlags.SIGNALED);
      here.postSend(flush.flush(region.address(), region.rkey(), 64, FlushType.GLOBAL));
      assertEquals(CompletionStatus.REM_ACCESS_ERR, completed());
    }
  }

  @Test
  void shouldRefuseAWholeRegionThatMayNotBeFlushed() throws InterruptedException {
    try (MemoryRegion region = domain.regMr(memory, WRITABLE)) {
      assertEquals(CompletionStatus.REM_ACCESS_ERR, flushed(region));
    }
  }

  @Test
  void shouldRefuseAWholeRegionThatIsClosed() throws InterruptedException {
    MemoryRegion region = domain.regMr(memory, WRITABLE | RegionAccess.FLUSH_GLOBAL);
    region.close();
    assertEquals(CompletionStatus.REM_ACCESS_ERR, flushed(region));
  }

  @Test
  void shouldNeedTheRightsOfBothTypes() throws InterruptedException {
    for (int rights : new int[] {GLOBAL, PERSISTENT, GLOBAL | PERSISTENT}) {
      connectAgain();
      try (MemoryRegion region = domain.regMr(memory, WRITABLE | rights)) {
        int both = FlushType.GLOBAL | FlushType.PERSISTENT;
        SendWorkRequest flush = new SendWorkRequest().flags(SendFlags.SIGNALED);
        here.postSend(flush.flush(region.address(), region.rkey(), 64, both));
        boolean allowed = rights == (GLOBAL | PERSISTENT);
        assertEquals(
            allowed ? CompletionStatus.SUCCESS : CompletionStatus.REM_ACCESS_ERR, completed());
      }
    }
  }

  @Test
  void shouldRefuseATypeThatIsNone() {
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    try (MemoryRegion region = domain.regMr(memory, WRITABLE | GLOBAL)) {
      for (int type : new int[] {0, 4, 1 << 4, -1}) {
        SendWorkRequest flush = new SendWorkRequest();
        int error = here.postSend(flush.flush(region.address(), region.rkey(), 64, type), bad);
        assertEquals(VerbsErrno.EINVAL, error, "type " + type);
        assertTrue(bad.reason().startsWith("type=0x"), bad.reason());
        assertEquals(VerbsErrno.EINVAL, built(region, type, FlushType.RANGE));
      }
      assertEquals(VerbsErrno.EINVAL, built(region, FlushType.GLOBAL, 2), "level 2");
    }
  }

  private int built(MemoryRegion region, int type, int level) {
    return here.startWork().flush(region.rkey(), region.address(), 64, type, level).complete();
  }

  /** The status of a flush of the whole region. */
  private int flushed(MemoryRegion region) throws InterruptedException {
    int posted =
        here.startWork()
            .flags(SendFlags.SIGNALED)
            .flush(region.rkey(), 0, 0, FlushType.GLOBAL, FlushType.REGION)
            .complete();
    assertEquals(0, posted);
    return completed();
  }
}
