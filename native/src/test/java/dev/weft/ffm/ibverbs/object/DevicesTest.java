package dev.weft.ffm.ibverbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Devices, ports, and what creating and closing objects refuses. */
class DevicesTest {

  private static VerbsException refused(int errno, String call, Executable action) {
    VerbsException refusal = assertThrows(VerbsException.class, action);
    assertEquals(errno, refusal.errno(), refusal::getMessage);
    assertEquals(call, refusal.call());
    return refusal;
  }

  @Test
  void shouldDescribeTheDevice() {
    Device device = RdmaRig.device();
    assertEquals(device, Devices.named(device.name()));
    assertSame(device, device.onFabric(device.fabric()));
    refused(VerbsErrno.EOPNOTSUPP, "onFabric", () -> device.onFabric("other"));
    try (VerbsContext context = device.open()) {
      assertTrue(context.queryDevice().maxQp() > 0);
      assertTrue(context.queryDevice().maxCqe() > 0);
      assertNotEquals(0, context.queryDevice().nodeGuid());
      assertEquals(device.guid(), context.queryDevice().nodeGuid());
      assertTrue(context.completionVectors() > 0);
      assertEquals(1, context.queryDevice().physicalPorts());
    }
  }

  @Test
  void shouldDescribeThePort() {
    try (RdmaRig rig = new RdmaRig()) {
      assertTrue(rig.context.queryPort(1).activeMtu().bytes() >= 256);
      assertNotEquals(LinkLayer.UNSPECIFIED, rig.context.queryPort(1).linkLayer());
      assertNotEquals(Gid.ZERO, rig.context.queryGid(1, 0));
      assertEquals(0xFFFF, rig.context.queryPkey(1, 0) | 0x8000);
      refused(VerbsErrno.EINVAL, "ibv_query_port", () -> rig.context.queryPort(200));
      refused(VerbsErrno.EINVAL, "ibv_query_port", () -> rig.context.queryPort(257));
      refused(VerbsErrno.EINVAL, "ibv_query_gid", () -> rig.context.queryGid(1, -1));
      refused(VerbsErrno.EINVAL, "ibv_query_gid", () -> rig.context.queryGid(1, 1 << 20));
      refused(VerbsErrno.EINVAL, "ibv_query_pkey", () -> rig.context.queryPkey(1, 1 << 20));
    }
  }

  @Test
  void shouldNameWhatItDoesNotHave() {
    try (RdmaRig rig = new RdmaRig()) {
      VerbsContext context = rig.context;
      int errno = VerbsErrno.EOPNOTSUPP;
      refused(errno, "ibv_alloc_td", context::allocTd);
      refused(
          errno,
          "ibv_alloc_parent_domain",
          () -> context.allocParentDomain(ParentDomainInit.of(rig.domain, null)));
      refused(errno, "allocReliableDatagramDomain", context::allocReliableDatagramDomain);
      refused(
          errno,
          "completionEventHandler",
          () -> context.completionEventHandler((opened, queue) -> {}));
      refused(
          errno,
          "ibv_create_srq_ex",
          () ->
              rig.domain.createSrq(
                  SharedReceiveQueueInit.basic(4, 1).matchingTags(rig.queue, 4, 4)));
      refused(errno, "ibv_create_qp", () -> rig.pair(QueuePairType.XRC_SEND));
      refused(errno, "ibv_create_qp", () -> rig.pair(QueuePairType.RD));
      refused(
          errno,
          "ibv_create_cq_ex",
          () ->
              context.createCqEx(
                  CompletionQueueInit.builder(4).wcFlags(WcFields.FREED_RESOURCE_COUNT).build()));
    }
  }

  @Test
  void shouldRefuseWrongArguments() {
    try (RdmaRig rig = new RdmaRig()) {
      VerbsContext context = rig.context;
      int errno = VerbsErrno.EINVAL;
      refused(errno, "ibv_create_cq", () -> context.createCq(0, null, null, 0));
      refused(errno, "ibv_create_cq", () -> context.createCq(Integer.MAX_VALUE, null, null, 0));
      refused(
          errno,
          "ibv_create_cq",
          () -> context.createCq(1, null, null, context.completionVectors()));
      try (RdmaRig other = new RdmaRig()) {
        refused(errno, "ibv_create_cq", () -> context.createCq(1, null, other.channel, 0));
        refused(
            errno,
            "ibv_create_qp",
            () ->
                rig.domain.createQp(
                    QueuePairInit.builder(QueuePairType.RC).completionQueue(other.queue).build()));
      }
      refused(
          errno,
          "ibv_reg_mr",
          () -> rig.domain.regMr(rig.region.memory(), RegionAccess.REMOTE_WRITE));
      MemorySegment readOnly = rig.region.memory().asReadOnly();
      refused(
          VerbsErrno.EACCES,
          "ibv_reg_mr",
          () -> rig.domain.regMr(readOnly, RegionAccess.LOCAL_WRITE));
      MemorySegment heap = MemorySegment.ofArray(new byte[64]);
      assertThrows(IllegalArgumentException.class, () -> rig.domain.regMr(heap, 0));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment confined = arena.allocate(64);
        assertThrows(IllegalArgumentException.class, () -> rig.domain.regMr(confined, 0));
      }
    }
  }

  @Test
  void shouldCloseNothingThatIsUsed() {
    VerbsContext context = RdmaRig.device().open();
    ProtectionDomain domain = context.allocPd();
    CompletionChannel channel = context.createCompletionChannel();
    CompletionQueue queue = context.createCq(4, null, channel, 0);
    MemoryRegion region = domain.regMr(domain.allocate(64), 0);
    QueuePair pair =
        domain.createQp(QueuePairInit.builder(QueuePairType.UD).completionQueue(queue).build());
    refused(VerbsErrno.EBUSY, "ibv_close_device", context::close);
    refused(VerbsErrno.EBUSY, "ibv_dealloc_pd", domain::close);
    refused(VerbsErrno.EBUSY, "ibv_destroy_comp_channel", channel::close);
    refused(VerbsErrno.EBUSY, "ibv_destroy_cq", queue::close);
    assertFalse(queue.isClosed());
    pair.close();
    pair.close();
    queue.close();
    channel.close();
    region.close();
    domain.close();
    context.close();
    assertTrue(context.isClosed());
    assertThrows(IllegalStateException.class, context::allocPd);
    assertThrows(IllegalStateException.class, () -> context.queryPort(1));
    assertThrows(IllegalStateException.class, () -> queue.requestNotify(false));
    assertThrows(IllegalStateException.class, pair::query);
  }
}
