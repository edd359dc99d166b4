package dev.weft.nic.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The state transitions of {@code ibv_modify_qp(3)}. */
class StatesTest {
  private static final int RELIABLE_TO_RTR = 0x80 | 0x100 | 0x100000 | 0x1000 | 0x20000 | 0x8000;
  private static final int RELIABLE_TO_RTS = 0x10000 | 0x200 | 0x400 | 0x800 | 0x2000;
  private static final int CONNECTED_TO_INIT = 0x10 | 0x20 | 0x8;

  /**
   * The moves that need no attribute but the state, as ten times the old state plus the new one.
   */
  private static final Set<Integer> WITHOUT_ATTRIBUTES =
      Set.of(0, 11, 33, 34, 43, 44, 16, 26, 36, 46, 56, 66, 10, 20, 30, 40, 50, 60);

  private static boolean allows(TransportType type, int from, int to, int mask) {
    return States.allows(type, from, to, mask | Attributes.STATE);
  }

  @Test
  void shouldMakeTheMovesOfTheTableAndNoOthers() {
    for (int from = 0; from <= 7; from++) {
      for (int to = 0; to <= 7; to++) {
        boolean free = from < 7 && to < 7 && WITHOUT_ATTRIBUTES.contains(10 * from + to);
        int move = 10 * from + to;
        assertEquals(free, allows(TransportType.RELIABLE, from, to, 0) && from < 7, "RC " + move);
        boolean datagram = free || move == 12 || move == 53;
        assertEquals(
            datagram, allows(TransportType.DATAGRAM, from, to, 0) && from < 7, "UD " + move);
      }
    }
  }

  @Test
  void shouldWantAllAttributesAndNoMore() {
    requireExactly(TransportType.RELIABLE, 0, 1, CONNECTED_TO_INIT);
    requireExactly(TransportType.UNRELIABLE, 0, 1, CONNECTED_TO_INIT);
    requireExactly(TransportType.DATAGRAM, 0, 1, 0x10 | 0x20 | 0x40);
    requireExactly(TransportType.RELIABLE, 1, 2, RELIABLE_TO_RTR);
    requireExactly(TransportType.UNRELIABLE, 1, 2, 0x80 | 0x100 | 0x100000 | 0x1000);
    requireExactly(TransportType.RELIABLE, 2, 3, RELIABLE_TO_RTS);
    requireExactly(TransportType.UNRELIABLE, 2, 3, 0x10000);
    requireExactly(TransportType.DATAGRAM, 2, 3, 0x10000);
  }

  @Test
  void shouldKnowReliableDatagramsAndTheirContexts() {
    requireExactly(TransportType.RELIABLE_DATAGRAM, 0, 1, 0x40 | 0x8);
    requireExactly(TransportType.END_TO_END, 0, 1, 0x10 | 0x20);
    requireExactly(TransportType.END_TO_END, 1, 2, RELIABLE_TO_RTR);
    requireExactly(TransportType.END_TO_END, 2, 3, RELIABLE_TO_RTS);
    for (int from = 0; from < 7; from++) {
      for (int to = 0; to < 7; to++) {
        boolean free = WITHOUT_ATTRIBUTES.contains(10 * from + to);
        int move = 10 * from + to;
        assertEquals(free, allows(TransportType.END_TO_END, from, to, 0), "EEC " + move);
        boolean datagram = free || move == 12 || move == 23 || move == 53;
        assertEquals(datagram, allows(TransportType.RELIABLE_DATAGRAM, from, to, 0), "RD " + move);
      }
    }
    assertFalse(allows(TransportType.END_TO_END, 3, 3, Attributes.ACCESS));
    assertTrue(allows(TransportType.RELIABLE_DATAGRAM, 3, 3, Attributes.ACCESS));
  }

  private static void requireExactly(TransportType type, int from, int to, int needed) {
    assertTrue(allows(type, from, to, needed));
    for (int bit = 2; bit <= 1 << 25; bit <<= 1) {
      if ((needed & bit) != 0) {
        assertFalse(allows(type, from, to, needed & ~bit), type + " without " + bit);
      }
    }
    assertFalse(allows(type, from, to, needed | Attributes.CAPABILITIES));
    assertFalse(allows(type, from, to, needed | Attributes.RATE_LIMIT));
  }
}
