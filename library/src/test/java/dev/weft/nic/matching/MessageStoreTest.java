package dev.weft.nic.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.nic.message.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageStoreTest {
  private static Message arriving(long length) {
    Message message = new Message();
    message.memory = Arena.ofAuto().allocate(length + 16);
    message.memory.fill((byte) length);
    message.at = 16;
    message.length = length;
    message.tag = 3 * length;
    return message;
  }

  @Test
  void shouldKeepACopy() {
    MessageStore store = new MessageStore(1 << 20);
    for (long length : new long[] {0, 1, 63, 64, 65, 127, 128, 4096, 8192}) {
      Message arriving = arriving(length);
      Message kept = store.keep(arriving);
      arriving.memory.fill((byte) -1);
      assertEquals(length, kept.length);
      assertEquals(3 * length, kept.tag);
      MemorySegment copy = Arena.ofAuto().allocate(length + 1);
      kept.copyTo(0, copy, 0, length);
      for (int i = 0; i < length; i++) {
        assertEquals((byte) length, copy.get(ValueLayout.JAVA_BYTE, i));
      }
    }
  }

  @Test
  void shouldUseMemoryOfTheSameSizeAgain() {
    MessageStore store = new MessageStore(1 << 20);
    Message first = store.keep(arriving(100));
    assertNotSame(first, store.keep(arriving(100)));
    store.giveBack(first);
    assertNotSame(first, store.keep(arriving(200)), "another size");
    assertSame(first, store.keep(arriving(128)), "the same power of two");
  }

  @Test
  void shouldKeepNoMoreThanItsLimit() {
    MessageStore store = new MessageStore(16 * (64 + MessageStore.HEAP_BYTES));
    Message[] kept = new Message[16];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = store.keep(arriving(64));
      assertNotNull(kept[i]);
    }
    assertNull(store.keep(arriving(0)), "full, also for nothing");
    store.giveBack(kept[3]);
    assertNull(store.keep(arriving(65)), "too large for what is left");
    assertNotNull(store.keep(arriving(64)));
    assertNull(store.keep(arriving(1)));
  }

  /** With little memory the store keeps fewer messages; freed memory is reused. */
  @Test
  void shouldKeepNoMoreThanThereIsMemory() {
    SegmentAllocator allocator =
        (size, alignment) -> {
          if (size > 128) {
            throw new OutOfMemoryError("as where -XX:MaxDirectMemorySize is small");
          }
          return Arena.ofAuto().allocate(size, alignment);
        };
    MessageStore store = new MessageStore(1 << 20, () -> allocator);
    Message kept = store.keep(arriving(64));
    assertNull(store.keep(arriving(1000)));
    assertNull(store.keep(arriving(64)), "more than there was when memory was short");
    store.giveBack(kept);
    assertSame(kept, store.keep(arriving(64)));
  }

  /** Bursts of one size after another do not add up. */
  @Test
  void shouldDropFreeMemoryOfOtherSizes() {
    List<Long> arenas = new ArrayList<>();
    long limit = 4 * (1024 + MessageStore.HEAP_BYTES);
    MessageStore store =
        new MessageStore(
            limit,
            () -> {
              int arena = arenas.size();
              arenas.add(0L);
              return (size, alignment) -> {
                arenas.set(arena, arenas.get(arena) + size);
                return Arena.ofAuto().allocate(size, alignment);
              };
            });
    for (long length : new long[] {64, 1024, 256, 1024}) {
      keepAndGiveBack(store, length);
    }
    assertEquals(4, arenas.size(), "the second 1024 bytes are of a new arena");
    assertEquals(arenas.get(1), arenas.get(3));
  }

  @Test
  void shouldKeepAsManyAsBeforeOnceMemoryIsFreeAgain() {
    boolean[] isShort = {true};
    SegmentAllocator allocator =
        (size, alignment) -> {
          if (isShort[0] && size > 64) {
            throw new OutOfMemoryError("as where -XX:MaxDirectMemorySize is small");
          }
          return Arena.ofAuto().allocate(size, alignment);
        };
    MessageStore store = new MessageStore(1 << 20, () -> allocator);
    Message kept = store.keep(arriving(64));
    assertNull(store.keep(arriving(1000)));
    isShort[0] = false;
    assertNull(store.keep(arriving(1000)), "while another message is kept");
    store.giveBack(kept);
    assertNotNull(store.keep(arriving(1000)));
  }

  /** Fills the store with messages of a length, then empties it. */
  private static void keepAndGiveBack(MessageStore store, long length) {
    List<Message> kept = new ArrayList<>();
    Message next = store.keep(arriving(length));
    while (next != null) {
      kept.add(next);
      next = store.keep(arriving(length));
    }
    kept.forEach(store::giveBack);
  }
}
