package dev.weft.nic.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BufferListTest {
  private static final int LIMIT = 8;

  private final Random random = new Random(42);
  private final BufferList list = new BufferList(LIMIT);

  /** The reference: the place of the byte at each position of the list. */
  private final List<Place> places = new ArrayList<>();

  private record Place(MemorySegment segment, long offset) {
    byte read() {
      return segment.get(ValueLayout.JAVA_BYTE, offset);
    }
  }

  private void fillAtRandom() {
    list.clear();
    places.clear();
    int buffers = random.nextInt(LIMIT + 1);
    for (int i = 0; i < buffers; i++) {
      MemorySegment segment = Arena.ofAuto().allocate(64);
      byte[] content = new byte[64];
      random.nextBytes(content);
      MemorySegment.copy(content, 0, segment, ValueLayout.JAVA_BYTE, 0, content.length);
      int offset = random.nextInt(64);
      int length = random.nextInt(3) == 0 ? 0 : random.nextInt(64 - offset + 1);
      list.add(segment, offset, length);
      for (int at = 0; at < length; at++) {
        places.add(new Place(segment, offset + at));
      }
    }
  }

  private byte[] contents() {
    byte[] contents = new byte[places.size()];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = places.get(i).read();
    }
    return contents;
  }

  @Test
  void shouldGatherWhatLiesThere() {
    for (int round = 0; round < 5000; round++) {
      fillAtRandom();
      assertEquals(places.size(), list.length());
      int position = random.nextInt(places.size() + 1);
      int size = random.nextInt(places.size() - position + 1);
      MemorySegment destination = Arena.ofAuto().allocate(3 + size);
      list.gather(position, destination, 3, size);
      assertArrayEquals(
          Arrays.copyOfRange(contents(), position, position + size),
          destination.asSlice(3).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  @Test
  void shouldScatterThereAndNowhereElse() {
    for (int round = 0; round < 5000; round++) {
      fillAtRandom();
      int position = random.nextInt(places.size() + 1);
      int size = random.nextInt(places.size() - position + 1);
      byte[] expected = contents();
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      System.arraycopy(payload, 0, expected, position, size);
      list.scatter(position, messageOf(payload), size);
      assertArrayEquals(expected, contents());
    }
  }

  private static Message messageOf(byte[] payload) {
    Message message = new Message();
    message.memory = Arena.ofAuto().allocate(5 + payload.length);
    message.at = 5;
    message.length = payload.length;
    MemorySegment.copy(payload, 0, message.memory, ValueLayout.JAVA_BYTE, 5, payload.length);
    return message;
  }

  @Test
  void shouldKnowTheAddressOfEachByte() {
    for (int round = 0; round < 1000; round++) {
      fillAtRandom();
      for (int position = 0; position < places.size(); position++) {
        Place place = places.get(position);
        assertEquals(place.segment.address() + place.offset, list.address(position));
      }
      assertEquals(0, list.address(places.size()), "behind the end");
    }
  }

  @Test
  void shouldTakeOverAnotherList() {
    fillAtRandom();
    BufferList copy = new BufferList(LIMIT);
    copy.add(Arena.ofAuto().allocate(8), 0, 8);
    copy.set(list);
    assertEquals(list.length(), copy.length());
    MemorySegment destination = Arena.ofAuto().allocate(Math.max(1, copy.length()));
    copy.gather(0, destination, 0, copy.length());
    assertArrayEquals(
        contents(), destination.asSlice(0, copy.length()).toArray(ValueLayout.JAVA_BYTE));
  }
}
