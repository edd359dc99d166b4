package dev.weft.nic.workqueue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The list of tags, alone and compared with a simple model. */
class TagListTest {
  private static final int CAPACITY = 6;

  private final ReceiveRequest request = new ReceiveRequest(2);
  private final TagList list = new TagList(CAPACITY, 2);

  private int add(long wrId, long tag, long mask) {
    request.reset(wrId).add(wrId, 8, 1);
    return list.add(request, tag, mask);
  }

  private long wrId(int place) {
    return place == TagList.NONE ? TagList.NONE : list.words[list.at(place)];
  }

  @Test
  void shouldFindTheFirstThatMatchesUnderItsOwnMask() {
    add(1, 0x1100, 0xFF00);
    add(2, 0x1122, -1);
    add(3, 0, 0);
    list.matchAll();
    assertEquals(1, wrId(list.find(0x1122)));
    assertEquals(3, wrId(list.find(0x2222)));
    list.take(list.find(0x11FF));
    assertEquals(2, wrId(list.find(0x1122)));
    assertEquals(3, wrId(list.find(0x11FF)));
  }

  @Test
  void shouldNeverMatchATagWithBitsOutsideItsMask() {
    add(1, 0x101, 0xFF);
    list.matchAll();
    assertEquals(TagList.NONE, list.find(0x101));
  }

  @Test
  void shouldNotFindWhatWaits() {
    add(1, 7, -1);
    assertTrue(list.isWaiting());
    assertEquals(TagList.NONE, list.find(7));
    list.matchAll();
    add(2, 7, -1);
    assertEquals(1, wrId(list.find(7)));
    list.take(list.find(7));
    assertEquals(TagList.NONE, list.find(7));
    assertTrue(list.isWaiting());
  }

  @Test
  void shouldNotRemoveWhatHasTheSamePlaceLater() {
    int place = add(1, 1, -1);
    int handle = list.handle(place);
    list.matchAll();
    list.take(list.find(1));
    assertFalse(list.remove(handle));
    list.free(place);
    assertEquals(place, add(2, 2, -1));
    assertFalse(list.remove(handle));
    assertTrue(list.remove(list.handle(place)));
    assertFalse(list.remove(list.handle(place)));
  }

  @Test
  void shouldBeFullWhileTakenPlacesAreKept() {
    for (int i = 0; i < CAPACITY; i++) {
      assertFalse(list.isFull());
      add(i, i, -1);
    }
    assertTrue(list.isFull());
    list.matchAll();
    int taken = list.find(3);
    list.take(taken);
    assertTrue(list.isFull());
    list.free(taken);
    assertFalse(list.isFull());
  }

  @Test
  void shouldDoAsAListDoesThatIsPlainlyRight() {
    for (int seed = 0; seed < 200; seed++) {
      new Comparison(seed).run();
    }
  }

  /** A list of tags and its model. */
  private static final class Comparison {
    private record Entry(long wrId, int handle, long tag, long mask) {}

    private final Random random;
    private final ReceiveRequest request = new ReceiveRequest(2);
    private final TagList tags = new TagList(CAPACITY, 2);

    /** Those that match come first. */
    private final List<Entry> model = new ArrayList<>();

    private final List<Integer> handles = new ArrayList<>();
    private final ArrayDeque<Integer> kept = new ArrayDeque<>();
    private int matching;

    Comparison(int seed) {
      random = SeededRandom.of(seed);
    }

    void run() {
      for (int step = 0; step < 300; step++) {
        switch (random.nextInt(6)) {
          case 0, 1 -> add(step);
          case 2 -> take(random.nextInt(4));
          case 3 -> remove();
          case 4 -> free();
          default -> {
            tags.matchAll();
            matching = model.size();
          }
        }
        assertEquals(matching < model.size(), tags.isWaiting());
      }
    }

    private void add(long wrId) {
      boolean full = model.size() + kept.size() == CAPACITY;
      assertEquals(full, tags.isFull());
      if (!full) {
        long mask = random.nextInt(4);
        long tag = random.nextInt(4) & mask;
        int handle = tags.handle(tags.add(request.reset(wrId), tag, mask));
        model.add(new Entry(wrId, handle, tag, mask));
        handles.add(handle);
      }
    }

    private void take(long tag) {
      Optional<Entry> found =
          model.subList(0, matching).stream()
              .filter(entry -> (tag & entry.mask) == entry.tag)
              .findFirst();
      int place = tags.find(tag);
      assertEquals(found.isEmpty(), place == TagList.NONE);
      if (found.isPresent()) {
        assertEquals(found.get().wrId, tags.words[tags.at(place)]);
        tags.take(place);
        kept.add(place);
        model.remove(found.get());
        matching--;
      }
    }

    private void remove() {
      if (handles.isEmpty()) {
        return;
      }
      int handle = handles.get(random.nextInt(handles.size()));
      int index = model.stream().map(Entry::handle).toList().indexOf(handle);
      assertEquals(index >= 0, tags.remove(handle));
      if (index >= 0) {
        model.remove(index);
        matching -= index < matching ? 1 : 0;
      }
    }

    private void free() {
      if (!kept.isEmpty()) {
        tags.free(kept.poll());
      }
    }
  }
}
