package dev.weft.fabric.completion;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.fabric.FabricAddress;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** {@code fi_addr_t[]}: CQ-025 to CQ-027. */
class AddressBatchTest {

  private final AddressBatch batch = AddressBatch.allocate(Arena.ofAuto(), 3);

  @Test
  void shouldStartUnknown() {
    assertEquals(FabricAddress.NOTAVAIL, batch.get(2));
  }

  @Test
  void shouldHoldEightBytesAnAddress() {
    batch.set(1, 42);
    assertEquals(42, batch.get(1));
    assertEquals(42, batch.segment().get(JAVA_LONG, 8));
    assertEquals(24, batch.segment().byteSize());
    assertEquals(3, batch.capacity());
  }

  @Test
  void shouldNameTheIndexAndTheCapacity() {
    var error = assertThrows(IndexOutOfBoundsException.class, () -> batch.set(3, 0));
    assertEquals("index=3, allowed 0..2 (capacity=3)", error.getMessage());
    assertThrows(IndexOutOfBoundsException.class, () -> batch.get(-1));
  }
}
