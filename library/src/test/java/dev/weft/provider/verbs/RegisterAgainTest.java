package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ibv_rereg_mr(3)}: what changes, what it counts for, and what is refused. */
class RegisterAgainTest {
  private static final int OPEN =
      RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_WRITE | RegionAccess.REMOTE_READ;

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldChangeWhatTheFlagsName(String device) {
    try (VerbsContext context = Devices.named(device).onFabric("rereg").open()) {
      ProtectionDomain first = context.allocPd();
      ProtectionDomain second = context.allocPd();
      MemorySegment next = second.allocate(128);
      MemoryRegion region = first.regMr(first.allocate(64), OPEN);
      int key = region.rkey();
      assertEquals(0, region.rereg(RegionChange.TRANSLATION, null, next, 0));
      assertEquals(next.address(), region.address());
      assertEquals(128, region.length());
      assertEquals(OPEN, region.access());
      assertSame(first, region.protectionDomain());
      int zeroBased = RegionAccess.REMOTE_READ | RegionAccess.ZERO_BASED;
      assertEquals(0, region.rereg(RegionChange.ACCESS, null, null, zeroBased));
      assertEquals(0, region.address());
      assertEquals(zeroBased, region.access());
      assertEquals(0, region.rereg(RegionChange.PD, second, null, 0));
      assertSame(second, region.protectionDomain());
      assertEquals(key, region.rkey());
      assertEquals(key, region.lkey());
      first.close();
      assertThrows(VerbsException.class, second::close);
      region.close();
      second.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldBeUsedByItsNewDomainOnly(String device) {
    try (VerbsContext context = Devices.named(device).onFabric("rereg").open();
        CompletionQueue queue = context.createCq(4, null, null, 0);
        ProtectionDomain first = context.allocPd();
        ProtectionDomain second = context.allocPd();
        MemoryRegion region = first.regMr(first.allocate(64), OPEN)) {
      assertEquals(CompletionStatus.SUCCESS, write(first, queue, region));
      assertEquals(0, region.rereg(RegionChange.PD, second, null, 0));
      assertEquals(CompletionStatus.LOC_PROT_ERR, write(first, queue, region));
      assertEquals(CompletionStatus.SUCCESS, write(second, queue, region));
    }
  }

  /** Writes from the region to itself; returns the status. */
  private static int write(ProtectionDomain domain, CompletionQueue queue, MemoryRegion region) {
    QueuePairInit init = QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
    try (QueuePair pair = domain.createQp(init);
        Arena arena = Arena.ofConfined()) {
      QueuePairAddress self = QueuePairAddress.of(pair);
      QueuePairTransitions.makeReady(pair, OPEN, self, self);
      SendWorkRequest write = new SendWorkRequest().buffer(region, 0, 8);
      write.write(region.address() + 8, region.rkey()).flags(SendFlags.SIGNALED);
      assertEquals(0, pair.postSend(write));
      WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
      while (queue.poll(batch, 1) == 0) {
        Thread.onSpinWait();
      }
      return batch.status(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldNotChangeWhileAWindowIsBound(String device) {
    try (VerbsContext context = Devices.named(device).onFabric("rereg").open();
        CompletionQueue queue = context.createCq(4, null, null, 0);
        ProtectionDomain domain = context.allocPd();
        MemoryRegion region = domain.regMr(domain.allocate(64), OPEN | RegionAccess.MW_BIND);
        QueuePair pair =
            domain.createQp(
                QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build());
        Arena arena = Arena.ofConfined()) {
      QueuePairAddress self = QueuePairAddress.of(pair);
      QueuePairTransitions.makeReady(pair, OPEN, self, self);
      MemoryWindow window = domain.allocMw(MemoryWindowType.TYPE_1);
      var bind =
          new MemoryWindowBind().part(region, region.address(), 8).access(RegionAccess.REMOTE_READ);
      assertEquals(0, pair.bindMw(window, 1, SendFlags.SIGNALED, bind));
      WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
      while (queue.poll(batch, 1) == 0) {
        Thread.onSpinWait();
      }
      assertEquals(
          RegionChange.ERR_INPUT,
          region.rereg(RegionChange.ACCESS, null, null, RegionAccess.LOCAL_WRITE));
      assertEquals(
          "a window is bound",
          region.explainRereg(RegionChange.ACCESS, null, null, RegionAccess.LOCAL_WRITE));
      window.close();
      assertEquals(0, region.rereg(RegionChange.ACCESS, null, null, RegionAccess.LOCAL_WRITE));
    }
  }

  private static void refused(
      MemoryRegion region, int flags, ProtectionDomain pd, MemorySegment memory, int access) {
    String before = region + " " + region.access() + " " + region.protectionDomain();
    String why = region.explainRereg(flags, pd, memory, access);
    assertEquals(RegionChange.ERR_INPUT, region.rereg(flags, pd, memory, access), why);
    assertTrue(why.matches("(?s).*(allowed|Allowed|need|confined).*"), why);
    assertEquals(before, region + " " + region.access() + " " + region.protectionDomain());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "shm0"})
  void shouldRefuseWhatCannotBeRegisteredAndChangeNothing(String device) {
    try (VerbsContext context = Devices.named(device).onFabric("rereg").open();
        VerbsContext other = Devices.named(device).onFabric("rereg").open();
        ProtectionDomain foreign = other.allocPd();
        ProtectionDomain domain = context.allocPd();
        Arena arena = Arena.ofConfined();
        MemoryRegion region = domain.regMr(domain.allocate(64), OPEN)) {
      refused(region, 0, null, null, 0);
      refused(region, 8, null, null, 0);
      refused(region, RegionChange.PD, null, null, 0);
      refused(region, RegionChange.PD, foreign, null, 0);
      refused(region, RegionChange.PD, domain, null, OPEN);
      refused(region, RegionChange.TRANSLATION, null, null, 0);
      refused(region, RegionChange.TRANSLATION, null, MemorySegment.NULL, 0);
      refused(region, RegionChange.TRANSLATION, null, arena.allocate(8), 0);
      refused(region, RegionChange.ACCESS, null, null, RegionAccess.REMOTE_WRITE);
      refused(region, RegionChange.ACCESS, null, null, 1 << 19);
    }
  }
}
