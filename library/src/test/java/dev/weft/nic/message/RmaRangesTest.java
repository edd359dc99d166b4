package dev.weft.nic.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.memory.GrantedMemory;
import dev.weft.memory.RegisteredMemory;
import dev.weft.wire.PeerRegions;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RmaRangesTest {
  private static final long REMOTE_READ = 1L << 12;
  private static final long REMOTE_WRITE = 1L << 13;

  private final RmaRanges ranges = new RmaRanges(4);
  private final List<Long> first = new ArrayList<>();
  private final List<Long> second = new ArrayList<>();
  private final RegisteredMemory[] regions = new RegisteredMemory[3];

  private final PeerRegions table =
      new PeerRegions() {
        @Override
        public GrantedMemory find(long key) {
          return key < regions.length ? regions[(int) key] : null;
        }

        @Override
        public void touched(boolean written, long bytes) {
          throw new AssertionError("only the caller counts");
        }
      };

  @BeforeEach
  void register() {
    for (int key = 0; key < regions.length; key++) {
      long access = key < 2 ? REMOTE_READ | REMOTE_WRITE : REMOTE_READ;
      regions[key] = new RegisteredMemory(key, Arena.ofAuto().allocate(100), access);
    }
    regions[0].whenWritten(first::add);
    regions[1].whenWritten(second::add);
  }

  @Test
  void tellsEveryRegionOnceOfAWriteInWhateverOrderItsRangesCome() {
    ranges.add(0, 0, 5);
    ranges.add(1, 0, 7);
    ranges.add(0, 50, 20);
    ranges.add(1, 0, 1);

    assertEquals(0, ranges.find(table, true));
    ranges.written();

    assertEquals(List.of(25L), first);
    assertEquals(List.of(8L), second);
    assertEquals(33, ranges.length());
  }

  @Test
  void findsWhyARangeIsNotGranted() {
    ranges.add(0, 0, 100);
    ranges.add(7, 0, 1);
    assertEquals(ErrorNumbers.NO_KEY, ranges.find(table, false));

    ranges.clear();
    ranges.add(0, 0, 100);
    ranges.add(1, 1, 100);
    assertEquals(ErrorNumbers.NO_ACCESS, ranges.find(table, false));

    ranges.clear();
    ranges.add(2, 0, 100);
    assertEquals(ErrorNumbers.NO_ACCESS, ranges.find(table, true));
    assertEquals(0, ranges.find(table, false));
  }
}
