package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Vectors and messages hold their values, refuse invalid memory, and are reusable. */
class VectorTest {

  private final MemorySegment memory = Arena.ofAuto().allocate(100);

  @Test
  void shouldHoldPartsInOrder() {
    IoVector vector = IoVector.of(memory).add(memory, 10, 20).add(memory, 100, 0);
    assertEquals(3, vector.count());
    assertSame(memory, vector.segment(1));
    assertEquals(10, vector.offset(1));
    assertEquals(20, vector.length(1));
    assertNull(vector.descriptor(1));
    assertEquals(120, vector.totalLength());
  }

  @Test
  void shouldGrow() {
    IoVector vector = new IoVector();
    RmaIoVector remote = new RmaIoVector();
    for (int part = 0; part < 50; part++) {
      vector.add(memory, part, 1);
      remote.add(part, part + 1, part + 2);
    }
    assertEquals(49, vector.offset(49));
    assertEquals(50, vector.totalLength());
    assertEquals(49, remote.address(49));
    assertEquals(50, remote.length(49));
    assertEquals(51, remote.key(49));
    assertEquals(50 * 51 / 2, remote.totalLength());
  }

  @Test
  void shouldRefuseWhatLiesOutside() {
    IoVector vector = new IoVector();
    assertThrows(IllegalArgumentException.class, () -> vector.add(memory, 90, 11));
    assertThrows(IllegalArgumentException.class, () -> vector.add(memory, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> vector.add(memory, 1, -1));
    assertThrows(IllegalArgumentException.class, () -> vector.add(memory, Long.MAX_VALUE, 1));
    assertThrows(IllegalArgumentException.class, () -> vector.add(null));
    MemorySegment heap = MemorySegment.ofArray(new byte[8]);
    assertThrows(IllegalArgumentException.class, () -> vector.add(heap));
    assertEquals(0, vector.count());
  }

  @Test
  void shouldRefuseIndicesBeyondTheCount() {
    IoVector vector = IoVector.of(memory);
    assertThrows(IndexOutOfBoundsException.class, () -> vector.length(1));
    assertThrows(IndexOutOfBoundsException.class, () -> vector.clear().segment(0));
    assertThrows(IndexOutOfBoundsException.class, () -> new RmaIoVector().key(0));
  }

  @Test
  void shouldAllocateNothingOnReuse() {
    IoVector vector = new IoVector();
    RmaIoVector remote = new RmaIoVector();
    TaggedMessage message = new TaggedMessage();
    Runnable reuse =
        () -> {
          vector.clear().add(memory, 0, 50).add(memory, 50, 50);
          remote.clear().add(0, 100, 7);
          message.vector(vector).address(1).tag(2).ignore(3).context(4).data(5);
        };
    assertEquals(0, SteadyAllocation.ofRounds(20_000, reuse));
  }

  @Test
  void shouldHoldTheFieldsOfMessages() {
    IoVector vector = IoVector.of(memory);
    Message message = new Message().vector(vector).address(1).context(2).data(3);
    assertSame(vector, message.vector());
    assertEquals("1 2 3", message.address() + " " + message.context() + " " + message.data());
    assertEquals(
        "Message[vector=" + vector + ", address=0x1, context=0x2, data=0x3]", message.toString());
    assertEquals(FabricAddress.UNSPEC, new TaggedMessage().address());
    RmaMessage remote = new RmaMessage().remote(new RmaIoVector().add(1, 2, 3));
    assertEquals(3, remote.remote().key(0));
    assertThrows(IllegalArgumentException.class, () -> new Message().vector(null));
  }
}
