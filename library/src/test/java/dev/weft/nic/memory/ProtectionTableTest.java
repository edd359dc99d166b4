package dev.weft.nic.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.memory.ProtectionTable.Binding;
import dev.weft.nic.memory.Region.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ProtectionTableTest {
  private static final int DOMAIN = 1;
  private static final int ACCESS = AccessFlags.MW_BIND | AccessFlags.LOCAL_WRITE;

  private final MemorySegment memory = Arena.ofAuto().allocate(64);
  private final ProtectionTable table = new ProtectionTable();

  private Region register() {
    return table.register(DOMAIN, memory, 0, ACCESS);
  }

  @Test
  void shouldLeaveTheNextEntryOfAPlaceToItsOwner() {
    int stale = register().key();
    assertTrue(table.remove(stale));
    Region next = register();
    assertTrue(ProtectionTable.areOfOnePlace(stale, next.key()));
    assertNotEquals(stale, next.key());
    assertTrue(table.remove(stale));
    assertTrue(table.suspend(stale));
    assertSame(next, table.find(next.key()));
  }

  @Test
  void shouldRemoveAWindowByItsFirstKeyOnce() {
    Region region = register();
    Region window = table.addWindow(DOMAIN, Kind.WINDOW_1);
    int bound = ProtectionTable.nextVariant(window.key());
    assertTrue(table.bind(DOMAIN, new Binding(window.key(), bound, region.key(), 0, 8, 0, 0)));
    assertTrue(table.remove(window.key()));
    assertNull(table.find(bound));
    Region next = register();
    assertTrue(ProtectionTable.areOfOnePlace(bound, next.key()));
    assertTrue(table.remove(window.key()));
    assertTrue(table.remove(bound));
    assertSame(next, table.find(next.key()));
  }

  @Test
  void shouldKnowNothingOfKeysThatItNeverGave() {
    for (int key : new int[] {0, 1, 63 << 8, 64 << 8, -1}) {
      assertTrue(table.remove(key));
    }
    assertEquals(1 << 8 | 1, register().key());
  }
}
