package dev.weft.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payload is copied to and from any byte of a frame, and no other byte is touched. */
class FramePayloadTest {
  private static final long CAPACITY = 1024;
  private static final int ROUNDS = 20_000;

  enum Memory {
    ARRAY,
    MAPPED;

    FrameRing ring() {
      return this == ARRAY
          ? FrameRing.inProcess(CAPACITY)
          : new FrameRing(ByteBuffer.allocateDirect(Math.toIntExact(FrameRing.bytesFor(CAPACITY))));
    }
  }

  private final Random random = new Random(6);

  @ParameterizedTest
  @EnumSource
  void shouldPutPartsOfAnyLengthOneBehindTheOther(Memory memory) {
    FrameRing ring = memory.ring();
    FrameWriter writer = ring.writer();
    FrameReader reader = ring.reader();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] payload = bytes(random.nextInt((int) writer.maximumPayload() + 1));
      long frame = writer.claim(payload.length);
      putInParts(writer, frame, payload);
      writer.publish(frame, payload.length, 1, 0, 0, round, 0);
      long header = reader.peek();
      assertArrayEquals(payload, takeInParts(reader, payload.length), "round " + round);
      reader.advance(header);
      reader.giveBack();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldChangeNoOtherByte(Memory memory) {
    FrameRing ring = memory.ring();
    FrameWriter writer = ring.writer();
    MemorySegment all = writer.memory();
    long frame = writer.claim(64);
    for (int at = 0; at < 32; at++) {
      for (int size = 0; size <= 24; size++) {
        byte[] expected = bytes((int) all.byteSize());
        MemorySegment.copy(expected, 0, all, ValueLayout.JAVA_BYTE, 0, expected.length);
        byte[] part = bytes(size);
        writer.put(frame + at, MemorySegment.ofArray(part), 0, size);
        System.arraycopy(part, 0, expected, (int) FrameWriter.payload(frame) + at, size);
        assertArrayEquals(expected, all.toArray(ValueLayout.JAVA_BYTE), size + " bytes at " + at);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseAWordThatIsNotAligned(Memory memory) {
    FrameRing ring = memory.ring();
    FrameWriter writer = ring.writer();
    long frame = writer.claim(64);
    assertThrows(AssertionError.class, () -> writer.setWord(frame, 4, 1));
    writer.publish(frame, 64, 1, 0, 0, 0, 0);
    FrameReader reader = ring.reader();
    assertThrows(AssertionError.class, () -> reader.word(12));
  }

  private byte[] bytes(int count) {
    byte[] made = new byte[count];
    random.nextBytes(made);
    return made;
  }

  private void putInParts(FrameWriter writer, long frame, byte[] payload) {
    for (int done = 0; done < payload.length; ) {
      int part = Math.min(random.nextInt(20), payload.length - done);
      int shift = random.nextInt(8);
      byte[] source = new byte[shift + part];
      System.arraycopy(payload, done, source, shift, part);
      writer.put(frame + done, MemorySegment.ofArray(source), shift, part);
      done += part;
    }
  }

  private byte[] takeInParts(FrameReader reader, int size) {
    MemorySegment taken = MemorySegment.ofArray(new byte[size]);
    for (int done = 0; done < size; ) {
      int part = Math.min(random.nextInt(20), size - done);
      reader.take(done, taken, done, part);
      done += part;
    }
    return taken.toArray(ValueLayout.JAVA_BYTE);
  }
}
