package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import org.junit.jupiter.api.Test;

class ShmRoomTest {
  @Test
  void shouldRefuseAnEndpointWithoutRoomForItsFile() {
    ShmRoom.require(2048, 16L << 20);
    FabricException refusal =
        assertThrows(FabricException.class, () -> ShmRoom.require(2048, (16L << 20) - 1));
    assertEquals(Errno.ENOSPC, refusal.errno());
    assertTrue(refusal.getMessage().contains("free=16777215 bytes"), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("needs 16777216"), refusal::getMessage);
  }
}
