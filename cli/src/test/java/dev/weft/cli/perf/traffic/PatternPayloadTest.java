package dev.weft.cli.perf.traffic;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternPayloadTest {
  private static final int SLOTS = 5;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 64, 4095, 4096, 4097, 4100, 4104, 4105, 12_300})
  void shouldRecogniseItsMessages(int size) {
    PatternPayload payload = new PatternPayload(size, SLOTS);
    for (long sequence = 0; sequence < 300; sequence++) {
      assertTrue(payload.matches(message(payload, size, sequence), size, sequence));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 64, 4096, 4097, 4104, 4105, 12_300})
  void shouldNoticeAFlippedBitInAnyByte(int size) {
    PatternPayload payload = new PatternPayload(size, SLOTS);
    MemorySegment message = message(payload, size, 17);
    for (int offset = 0; offset < size; offset++) {
      byte right = message.get(ValueLayout.JAVA_BYTE, offset);
      message.set(ValueLayout.JAVA_BYTE, offset, (byte) (right ^ (1 << (offset % 8))));
      assertFalse(payload.matches(message, size, 17), "flipped byte " + offset);
      message.set(ValueLayout.JAVA_BYTE, offset, right);
    }
    assertTrue(payload.matches(message, size, 17));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 64, 4096, 12_300})
  void shouldNoticeTheMessageBeforeIt(int size) {
    PatternPayload payload = new PatternPayload(size, SLOTS);
    assertFalse(payload.matches(message(payload, size, 41), size, 42));
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 4096, 12_300})
  void shouldNoticeBytesLeftFromTheMessageThatTheBufferHadBefore(int size) {
    PatternPayload payload = new PatternPayload(size, SLOTS);
    long sequence = 42;
    MemorySegment fresh = message(payload, size, sequence);
    MemorySegment stale = message(payload, size, sequence - (SLOTS + 1));
    MemorySegment.copy(stale, size - 8, fresh, size - 8, 8);
    assertFalse(payload.matches(fresh, size, sequence));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 4096})
  void shouldNoticeAWrongLength(int size) {
    PatternPayload payload = new PatternPayload(size, SLOTS);
    assertFalse(payload.matches(message(payload, size, 3), size - 1, 3));
  }

  private static MemorySegment message(PatternPayload payload, int size, long sequence) {
    MemorySegment buffer = Arena.ofAuto().allocate(Math.max(1, size)).asSlice(0, size);
    payload.prepare(buffer, (int) (sequence % SLOTS));
    payload.stamp(buffer, sequence);
    return buffer;
  }
}
