package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.device.GlobalRouteHeader;
import dev.weft.provider.verbs.device.Quota;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.ThreadDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.RealTimeValues;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.WcFlags;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.completion.WorkCompletionLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Devices, contexts, domains and the objects created in them. */
class DomainObjectsTest {
  private final VerbsContext context = Devices.named("loopback0").open();
  private final Arena arena = Arena.ofShared();

  @AfterEach
  void free() {
    arena.close();
  }

  private static void refused(int errno, String call, Executable action) {
    VerbsException refusal = assertThrows(VerbsException.class, action);
    assertEquals(call + " " + errno, refusal.call() + " " + refusal.errno());
  }

  @Test
  void shouldListTheSameDevicesEveryTime() {
    assertEquals(
        "[loopback0, shm0]",
        Devices.list().stream().map(Device::name).sorted().toList().toString());
    Device device = Devices.named("shm0");
    assertEquals(device.guid(), Devices.named("shm0").guid());
    assertNotEquals(device.guid(), device.onFabric("other").guid());
    refused(VerbsErrno.ENODEV, "ibv_get_device_list", () -> Devices.named("mlx5_0"));
  }

  @Test
  void shouldAnswerQueriesOfItsPortOnly() {
    assertEquals(context.device().guid(), context.queryDevice().nodeGuid());
    assertEquals(context.device().guid(), context.queryGid(1, 0).interfaceId());
    assertEquals(0xFFFF, context.queryPkey(1, 0));
    refused(VerbsErrno.EINVAL, "ibv_query_port", () -> context.queryPort(2));
    refused(VerbsErrno.EINVAL, "ibv_query_gid", () -> context.queryGid(1, 1));
    refused(VerbsErrno.EINVAL, "ibv_query_pkey", () -> context.queryPkey(1, -1));
  }

  @Test
  void shouldReadItsClock() {
    long before = context.queryRtValues(RealTimeValues.RAW_CLOCK).rawClock();
    long after = context.queryRtValues(RealTimeValues.RAW_CLOCK).rawClock();
    assertEquals(0, before & ~context.queryDevice().completionTimestampMask());
    long elapsed = (after - before) & context.queryDevice().completionTimestampMask();
    assertTrue(elapsed < 60_000_000_000L, () -> "ticks between two queries: " + elapsed);
    refused(VerbsErrno.EINVAL, "ibv_query_rt_values_ex", () -> context.queryRtValues(2));
  }

  @Test
  void shouldKeepWhatIsInUse() {
    ProtectionDomain domain = context.allocPd();
    MemoryRegion region = domain.regMr(arena.allocate(64), RegionAccess.LOCAL_WRITE);
    refused(VerbsErrno.EBUSY, "ibv_dealloc_pd", domain::close);
    refused(VerbsErrno.EBUSY, "ibv_close_device", context::close);
    region.close();
    domain.close();
    domain.close();
    assertTrue(domain.isClosed());
    context.close();
    assertTrue(context.isClosed());
    assertThrows(IllegalStateException.class, context::allocPd);
  }

  @Test
  void shouldRegisterOnlyWhatMayBeRegistered() {
    ProtectionDomain domain = context.allocPd();
    MemorySegment memory = arena.allocate(64);
    refused(VerbsErrno.EINVAL, "ibv_reg_mr", () -> domain.regMr(memory, RegionAccess.REMOTE_WRITE));
    refused(
        VerbsErrno.EINVAL, "ibv_reg_mr", () -> domain.regMr(memory, RegionAccess.REMOTE_ATOMIC));
    refused(VerbsErrno.EINVAL, "ibv_reg_mr", () -> domain.regMr(memory, 1 << 10));
    refused(
        VerbsErrno.EACCES,
        "ibv_reg_mr",
        () -> domain.regMr(memory.asReadOnly(), RegionAccess.LOCAL_WRITE));
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    assertThrows(IllegalArgumentException.class, () -> domain.regMr(heap, 0));
    try (Arena mine = Arena.ofConfined()) {
      MemorySegment confined = mine.allocate(8);
      assertThrows(IllegalArgumentException.class, () -> domain.regMr(confined, 0));
    }
    Arena ended = Arena.ofShared();
    MemorySegment closed = ended.allocate(8);
    ended.close();
    assertThrows(IllegalArgumentException.class, () -> domain.regMr(closed, 0));
    domain.close();
  }

  @Test
  void shouldNameMemoryByKeysAndAddresses() {
    ProtectionDomain domain = context.allocPd();
    MemorySegment memory = arena.allocate(64);
    MemoryRegion region = domain.regMr(memory, RegionAccess.RELAXED_ORDERING);
    MemoryRegion renamed = domain.regMr(memory, 0x5000, 0);
    MemoryRegion zeroBased = domain.regMr(memory, RegionAccess.ZERO_BASED);
    assertEquals(memory.address(), region.address());
    assertEquals(0x5000, renamed.address());
    assertEquals(0, zeroBased.address());
    assertEquals(64, region.length());
    assertNotEquals(region.lkey(), renamed.lkey());
    assertSame(domain, region.protectionDomain());
    assertSame(context, region.verbs());
  }

  @Test
  void shouldGiveWindowsKeys() {
    ProtectionDomain domain = context.allocPd();
    MemoryWindow first = domain.allocMw(MemoryWindowType.TYPE_1);
    MemoryWindow second = domain.allocMw(MemoryWindowType.TYPE_2);
    assertNotEquals(first.rkey(), second.rkey());
    assertEquals(MemoryWindowType.TYPE_2, second.type());
    refused(VerbsErrno.EBUSY, "ibv_dealloc_pd", domain::close);
    first.close();
    second.close();
    domain.close();
  }

  @Test
  void shouldLeadOnlyWhereTheDeviceIs() {
    ProtectionDomain domain = context.allocPd();
    int lid = context.queryPort(1).lid();
    assertTrue(leadsHere(domain, AddressHandleAttributes.local(lid)));
    assertTrue(leadsHere(domain, AddressHandleAttributes.local(lid + 7)));
    assertFalse(leadsHere(domain, AddressHandleAttributes.local(lid + 8)));
    Gid own = context.queryGid(1, 0);
    assertTrue(leadsHere(domain, AddressHandleAttributes.global(0, own)));
    assertFalse(leadsHere(domain, AddressHandleAttributes.global(lid, Gid.ZERO)));
    AddressHandleAttributes local = AddressHandleAttributes.local(lid);
    refused(VerbsErrno.EINVAL, "ibv_create_ah", () -> domain.createAh(local.withPort(2)));
    refused(VerbsErrno.EINVAL, "ibv_create_ah", () -> domain.createAh(local.withServiceLevel(16)));
    refused(VerbsErrno.EINVAL, "ibv_create_ah", () -> domain.createAh(local.withSourcePathBits(8)));
    domain.close();
  }

  private static boolean leadsHere(ProtectionDomain domain, AddressHandleAttributes path) {
    try (AddressHandle handle = domain.createAh(path)) {
      return SoftwareAddressHandle.destination(handle, (SoftwareProtectionDomain) domain)
          .reachable();
    }
  }

  @Test
  void shouldFindTheWayBack() {
    WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, 1);
    batch.segment().set(ValueLayout.JAVA_SHORT, WorkCompletionLayout.SLID_OFFSET, (short) 0x13);
    batch.segment().set(ValueLayout.JAVA_BYTE, WorkCompletionLayout.SL_OFFSET, (byte) 4);
    batch
        .segment()
        .set(ValueLayout.JAVA_BYTE, WorkCompletionLayout.DLID_PATH_BITS_OFFSET, (byte) 2);
    AddressHandleAttributes back = context.initAhFromWc(1, batch, 0, MemorySegment.NULL);
    assertEquals(new AddressHandleAttributes(null, 0x13, 4, 2, 0, 1), back);

    batch.segment().set(ValueLayout.JAVA_INT, WorkCompletionLayout.WC_FLAGS_OFFSET, WcFlags.GRH);
    Gid own = context.queryGid(1, 0);
    Gid sender = new Gid(1, 2);
    MemorySegment header = GlobalRouteHeader.of(new GlobalRoute(own, 0xABCDE, 0, 9, 0x42), sender);
    assertEquals(0x60 | 0x4, header.get(ValueLayout.JAVA_BYTE, 0));
    GlobalRoute route = context.initAhFromWc(1, batch, 0, header).globalRoute();
    assertEquals(new GlobalRoute(sender, 0xABCDE, 0, 255, 0x42), route);
    MemorySegment astray = GlobalRouteHeader.of(new GlobalRoute(sender, 0, 0, 9, 0), own);
    refused(
        VerbsErrno.EINVAL, "ibv_init_ah_from_wc", () -> context.initAhFromWc(1, batch, 0, astray));
  }

  @Test
  void shouldStandInForADomain() {
    ProtectionDomain domain = context.allocPd();
    ThreadDomain threads = context.allocTd();
    ParentDomain parent = context.allocParentDomain(ParentDomainInit.of(domain, threads));
    MemoryRegion region = parent.regMr(arena.allocate(8), 0);
    assertEquals(
        ((SoftwareProtectionDomain) domain).number(), ((SoftwareProtectionDomain) parent).number());
    refused(VerbsErrno.EBUSY, "ibv_dealloc_pd", domain::close);
    refused(VerbsErrno.EBUSY, "ibv_dealloc_td", threads::close);
    refused(VerbsErrno.EBUSY, "ibv_dealloc_pd", parent::close);
    region.close();
    parent.close();
    domain.close();
    threads.close();
    context.close();
  }

  @Test
  void shouldRefuseAParentOfNothing() {
    String call = "ibv_alloc_parent_domain";
    refused(
        VerbsErrno.EINVAL, call, () -> context.allocParentDomain(ParentDomainInit.of(null, null)));
    ProtectionDomain domain = context.allocPd();
    ParentDomainInit unknownBit = new ParentDomainInit(domain, null, 8, null, null);
    refused(VerbsErrno.EINVAL, call, () -> context.allocParentDomain(unknownBit));
    domain.close();
    context.close();
  }

  @Test
  void shouldAskItsAllocatorAndGiveBackOnce() {
    Blocks blocks = new Blocks(arena.allocate(256, 64));
    SoftwareParentDomain parent = parent(blocks);
    QueueMemory memory = parent.allocate(128, 64, QueueAllocator.COMPLETION_QUEUE, "ibv_create_cq");
    assertEquals(blocks.block, memory.segment());
    memory.free();
    assertEquals("alloc 128 64 1 ctx, free 1 ctx", blocks.log());

    SoftwareParentDomain usual = parent(new Blocks(QueueAllocator.USE_DEFAULT));
    assertSame(QueueMemory.DEFAULT, usual.allocate(128, 64, 1, "ibv_create_cq"));
    Blocks nothing = new Blocks(null);
    refused(
        VerbsErrno.ENOMEM,
        "ibv_create_cq",
        () -> parent(nothing).allocate(128, 64, 1, "ibv_create_cq"));
    assertEquals("alloc 128 64 1 ctx", nothing.log());
  }

  private SoftwareParentDomain parent(QueueAllocator allocator) {
    ParentDomainInit init = ParentDomainInit.of(context.allocPd(), null).with(allocator, "ctx");
    return (SoftwareParentDomain) context.allocParentDomain(init);
  }

  /** An allocator that returns one block and records its calls. */
  private static final class Blocks implements QueueAllocator {
    private final MemorySegment block;
    private final StringBuilder log = new StringBuilder();

    Blocks(MemorySegment block) {
      this.block = block;
    }

    String log() {
      return log.toString();
    }

    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      log.append("alloc %d %d %d %s".formatted(size, alignment, resourceType, context));
      return block;
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
      log.append(", free %d %s".formatted(resourceType, context));
    }
  }

  @Test
  void shouldEnforceAQuota() {
    Quota quota = new Quota("max_cq", 1);
    quota.take("ibv_create_cq");
    refused(VerbsErrno.ENOMEM, "ibv_create_cq", () -> quota.take("ibv_create_cq"));
    quota.give();
    quota.take("ibv_create_cq");
  }
}
