package dev.weft.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChainTest {
  private static final class Item extends Chain.Node<Item> {}

  private final Chain<Item> chain = new Chain<>();
  private final List<Item> reference = new ArrayList<>();

  private void assertSameItems() {
    assertSameItems(reference, chain);
  }

  private static void assertSameItems(List<Item> reference, Chain<Item> chain) {
    Item previous = null;
    Item item = chain.first();
    for (Item expected : reference) {
      assertSame(expected, item);
      assertSame(previous, item.previous);
      previous = item;
      item = item.next;
    }
    assertNull(item);
    assertEquals(reference.isEmpty(), chain.isEmpty());
  }

  @Test
  void shouldDoWhatAListDoes() {
    Random random = new Random(7);
    for (int step = 0; step < 50_000; step++) {
      Item item = new Item();
      switch (random.nextInt(5)) {
        case 0 -> {
          chain.addLast(item);
          reference.addLast(item);
        }
        case 1 -> {
          chain.addFirst(item);
          reference.addFirst(item);
        }
        case 2 ->
            assertSame(reference.isEmpty() ? null : reference.removeFirst(), chain.removeFirst());
        default -> {
          if (!reference.isEmpty()) {
            chain.remove(reference.remove(random.nextInt(reference.size())));
          }
        }
      }
      assertSameItems();
    }
  }

  @Test
  void shouldMoveTheEndOfAnotherChainToItsFront() {
    Random random = new Random(7);
    for (int round = 0; round < 1000; round++) {
      Chain<Item> other = new Chain<>();
      List<Item> others = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        Item item = new Item();
        other.addLast(item);
        others.add(item);
      }
      List<Item> moved = others.subList(random.nextInt(others.size()), others.size());
      chain.moveFrom(other, moved.getFirst());
      reference.addAll(0, moved);
      moved.clear();
      assertSameItems();
      assertSameItems(others, other);
      while (random.nextInt(4) > 0 && !reference.isEmpty()) {
        chain.remove(reference.removeLast());
        assertSameItems();
      }
    }
  }

  @Test
  void shouldTakeTheSameItemAgain() {
    Item item = new Item();
    for (int i = 0; i < 3; i++) {
      chain.addLast(item);
      assertSame(item, chain.removeFirst());
      assertTrue(chain.isEmpty());
      assertNull(chain.removeFirst());
    }
  }
}
