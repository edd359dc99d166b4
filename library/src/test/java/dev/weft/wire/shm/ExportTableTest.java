package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.SharedMemory;
import dev.weft.wire.shm.folder.Mapping;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of grants: places of a key, contents of a place, and a file that was cut. */
class ExportTableTest {
  private static final int PLACES_OF_A_KEY = 8;
  private static final ExportTable.Extent EXTENT = new ExportTable.Extent(100, 4096, 3);

  @TempDir private Path base;
  private Path path;
  private ExportTable table;
  private ExportTable peers;

  @BeforeEach
  void make() throws IOException {
    path = base.resolve("owner.grants");
    table = ExportTable.create(path);
    peers = ExportTable.open(path);
  }

  private int grant(long number, long key) {
    SharedMemory.Location where = new SharedMemory.Location();
    where.file = 6;
    where.offset = 64;
    return table.grant(number, key, where, EXTENT);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x1234_5678_9abc_def0L})
  void shouldShowAGrantByItsKey(long key) {
    int place = grant(9, key);
    assertEquals(place, peers.find(key));
    assertEquals(9, peers.number(place));
    assertEquals(new ExportTable.Grant(9, key, 6, 64, 100, 4096, 3), peers.read(place));
    assertEquals(ExportTable.NONE, peers.find(key + 1));
  }

  @Test
  void shouldNotShowARevokedGrant() {
    int place = grant(9, 1);
    table.revoke(place);
    assertEquals(ExportTable.NONE, peers.find(1));
    assertEquals(0, peers.number(place));
    assertNull(peers.read(place));
    assertEquals(place, grant(10, 1), "its place is free");
    assertEquals(10, peers.read(place).number());
  }

  @Test
  void shouldUseEveryPlaceOfAKey() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < PLACES_OF_A_KEY; i++) {
      places.add(grant(i + 1, 5));
    }
    assertEquals(PLACES_OF_A_KEY, places.stream().distinct().count(), places::toString);
    assertTrue(places.stream().allMatch(place -> place != ExportTable.NONE), places::toString);
    assertEquals(ExportTable.NONE, grant(99, 5));
    assertEquals(places.get(0), peers.find(5), "the first that was granted");
    for (int place : places) {
      assertNotEquals(0, peers.number(place));
      table.revoke(place);
    }
    assertEquals(ExportTable.NONE, peers.find(5));
  }

  @Test
  void shouldSpreadKeysOverTheTable() {
    int granted = 0;
    for (long key = 0; key < ShmLayout.GRANT_PLACES; key++) {
      granted += grant(key + 1, key) == ExportTable.NONE ? 0 : 1;
    }
    assertTrue(granted > ShmLayout.GRANT_PLACES * 9 / 10, "only " + granted + " found a place");
  }

  @Test
  void shouldRefuseAnotherFile() throws IOException {
    MemorySegment memory = Mapping.open(path);
    memory.set(ValueLayout.JAVA_LONG, ShmLayout.MAGIC, ShmLayout.GRANTS_MAGIC + 1);
    assertThrows(IOException.class, () -> ExportTable.open(path));
    CutFile.to(path, ShmLayout.GRANTS);
    assertThrows(IOException.class, () -> ExportTable.open(path));
  }

  /** A peer of the same user may cut the file: the owner goes on without it. */
  @Test
  void shouldOutliveItsFile() throws IOException {
    int place = grant(9, 1);
    CutFile.to(path, 0);
    assertEquals(ExportTable.NONE, grant(10, 2));
    table.revoke(place);
  }
}
