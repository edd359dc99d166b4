package dev.weft.nic.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntrusiveListTest {
  private static final class Item extends IntrusiveList.Node<Item> {}

  private final IntrusiveList<Item> list = new IntrusiveList<>();
  private final List<Item> reference = new ArrayList<>();

  private void assertSameItems() {
    assertSameItems(reference, list);
  }

  private static void assertSameItems(List<Item> reference, IntrusiveList<Item> list) {
    Item previous = null;
    Item item = list.first();
    for (Item expected : reference) {
      assertSame(expected, item);
      assertSame(previous, item.previous);
      previous = item;
      item = item.next;
    }
    assertNull(item);
    assertEquals(reference.isEmpty(), list.isEmpty());
  }

  @Test
  void shouldDoWhatAListDoes() {
    Random random = new Random(7);
    for (int step = 0; step < 50_000; step++) {
      Item item = new Item();
      switch (random.nextInt(5)) {
        case 0 -> {
          list.addLast(item);
          reference.addLast(item);
        }
        case 1 -> {
          list.addFirst(item);
          reference.addFirst(item);
        }
        case 2 ->
            assertSame(reference.isEmpty() ? null : reference.removeFirst(), list.removeFirst());
        default -> {
          if (!reference.isEmpty()) {
            list.remove(reference.remove(random.nextInt(reference.size())));
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
      IntrusiveList<Item> other = new IntrusiveList<>();
      List<Item> others = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        Item item = new Item();
        other.addLast(item);
        others.add(item);
      }
      List<Item> moved = others.subList(random.nextInt(others.size()), others.size());
      list.moveFrom(other, moved.getFirst());
      reference.addAll(0, moved);
      moved.clear();
      assertSameItems();
      assertSameItems(others, other);
      while (random.nextInt(4) > 0 && !reference.isEmpty()) {
        list.remove(reference.removeLast());
        assertSameItems();
      }
    }
  }

  @Test
  void shouldTakeTheSameItemAgain() {
    Item item = new Item();
    for (int i = 0; i < 3; i++) {
      list.addLast(item);
      assertSame(item, list.removeFirst());
      assertTrue(list.isEmpty());
      assertNull(list.removeFirst());
    }
  }
}
