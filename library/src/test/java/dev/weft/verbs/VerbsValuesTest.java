package dev.weft.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.TagHeader;
import dev.weft.verbs.work.WorkOpcode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Values and argument checks of attributes and requests. */
class VerbsValuesTest {

  @Test
  void shouldNoteWhichAttributesWereSet() {
    QueuePairAttributes attributes =
        QueuePairAttributes.builder().state(QueuePairState.RTR).destinationQpn(7).build();
    assertEquals(QueuePairAttributeMask.STATE | QueuePairAttributeMask.DEST_QPN, attributes.mask());
    assertEquals(QueuePairState.RTR, attributes.state());
    QueuePairAttributes more = attributes.toBuilder().timeout(14).build();
    assertEquals(attributes.mask() | QueuePairAttributeMask.TIMEOUT, more.mask());
    assertEquals(7, more.destinationQpn());
    assertEquals(0, attributes.timeout());
    String text = more.toString();
    assertTrue(text.contains("qp_state: RTR") && text.contains("timeout: 14"), text);
  }

  @Test
  void shouldSetTheMaskOfWhatACompletionQueueIsAskedFor() {
    CompletionQueueInit plain = CompletionQueueInit.builder(8).build();
    assertEquals(0, plain.mask());
    CompletionQueueInit flagged =
        CompletionQueueInit.builder(8).flags(CompletionQueueInit.SINGLE_THREADED).build();
    assertEquals(CompletionQueueInit.FLAGS, flagged.mask());
    CompletionQueueInit unmasked =
        CompletionQueueInit.builder(8).flags(CompletionQueueInit.IGNORE_OVERRUN).mask(0).build();
    assertEquals(0, unmasked.mask());
    assertEquals(CompletionQueueInit.IGNORE_OVERRUN, unmasked.flags());
  }

  @Test
  void shouldKeepBuffersInOrderAndCountUnsigned() {
    ScatterGatherList list = new ScatterGatherList();
    list.add(0x1000, 16, 1).add(0x2000, 0x8000_0000, 2).add(0x3000, 0, 3);
    assertEquals(3, list.count());
    assertEquals(0x8000_0010L, list.totalLength());
    assertEquals(0x2000, list.address(1));
    assertEquals(3, list.lkey(2));
    assertEquals(0, list.clear().count());
    assertThrows(IndexOutOfBoundsException.class, () -> list.address(0));
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    assertThrows(IllegalArgumentException.class, () -> list.add(heap, 1));
  }

  @Test
  void shouldSayWhatARequestAsks() {
    SendWorkRequest request = new SendWorkRequest().wrId(-1).flags(SendFlags.SIGNALED);
    assertEquals(WorkOpcode.SEND, request.opcode());
    request.compareAndSwap(0x10, 3, 5, 6);
    assertEquals(WorkOpcode.ATOMIC_CMP_AND_SWP, request.opcode());
    assertEquals(5, request.compareAdd());
    assertEquals(6, request.swap());
    assertEquals(3, request.remoteKey());
    request.sendWithInvalidate(9);
    assertEquals(WorkOpcode.SEND_WITH_INV, request.opcode());
    assertEquals(9, request.immediate());
    assertEquals(-1, request.wrId());
  }

  @Test
  void shouldWriteAGidAsDevinfoDoes() {
    Gid gid = new Gid(0xFE80_0000_0000_0000L, 0x0257_4546_5412_3456L);
    assertEquals("fe80:0000:0000:0000:0257:4546:5412:3456", gid.toString());
    assertEquals(gid, Gid.parse(gid.toString()));
    assertThrows(IllegalArgumentException.class, () -> Gid.parse("fe80::1"));
    MemorySegment memory = MemorySegment.ofArray(new byte[20]);
    gid.write(memory, 4);
    assertEquals((byte) 0xFE, memory.get(ValueLayout.JAVA_BYTE, 4));
    assertEquals((byte) 0x56, memory.get(ValueLayout.JAVA_BYTE, 19));
    assertEquals(gid, Gid.read(memory, 4));
  }

  @Test
  void shouldWriteTagHeadersInNetworkOrder() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(TagHeader.SIZE + TagHeader.RENDEZVOUS_SIZE);
      TagHeader.write(memory, TagHeader.RNDV, 0x0102_0304, 0x1112_1314_1516_1718L);
      TagHeader.writeRendezvous(memory, -2, 0x2122_2324, 0x8000_0000);
      assertEquals(1, memory.get(ValueLayout.JAVA_BYTE, 0));
      assertEquals(1, memory.get(ValueLayout.JAVA_BYTE, 4));
      assertEquals(0x18, memory.get(ValueLayout.JAVA_BYTE, 15));
      assertEquals(TagHeader.RNDV, TagHeader.operation(memory));
      assertEquals(0x0102_0304, TagHeader.applicationWord(memory));
      assertEquals(0x1112_1314_1516_1718L, TagHeader.tag(memory));
      assertEquals(-2, TagHeader.remoteAddress(memory));
      assertEquals(0x2122_2324, TagHeader.remoteKey(memory));
      assertEquals(0x8000_0000, TagHeader.remoteLength(memory));
    }
  }

  @Test
  void shouldTellAnEventsElement() {
    AsyncEvent event = new AsyncEvent();
    assertNull(event.type());
    event.set(AsyncEventType.PORT_ERR, null, 1);
    assertEquals(1, event.port());
    assertNull(event.queuePair());
  }

  @Test
  void shouldExplainWhatCouldNotBeSetUp() {
    VerbsException failure = new VerbsException(VerbsErrno.EBUSY, "ibv_destroy_cq", "qps=1", "End");
    assertEquals(16, failure.errno());
    assertEquals(
        "ibv_destroy_cq: Device or resource busy (EBUSY 16): qps=1. End", failure.getMessage());
  }

  @Test
  void shouldAppendAListToItself() {
    ScatterGatherList list = new ScatterGatherList().add(1, 2, 3).add(4, 5, 6).add(7, 8, 9);
    assertEquals(6, list.addAll(list).count());
    assertEquals(1, list.address(3));
    assertEquals(9, list.lkey(5));
  }

  @Test
  void shouldGoByLidOrByGid() {
    assertFalse(AddressHandleAttributes.local(0x10).isGlobal());
    assertTrue(AddressHandleAttributes.global(0, Gid.ZERO).isGlobal());
    assertEquals(5, AddressHandleAttributes.local(1).withServiceLevel(5).serviceLevel());
    assertEquals(2, AddressHandleAttributes.local(1).withPort(2).port());
  }
}
