package dev.weft.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FrameRingTest {
  private static final long CAPACITY = 1024;
  private static final int KIND = 7;

  /** The value of every payload word: a valid header. */
  private static final long FORGED = FrameLayout.header(32, 3, 5, KIND);

  private final FrameRing ring = ringOf(CAPACITY);
  private final FrameWriter writer = ring.writer();
  private final FrameReader reader = ring.reader();

  /** An empty ring in the memory under test. */
  FrameRing ringOf(long capacity) {
    return FrameRing.inProcess(capacity);
  }

  private boolean write(long payload, long number) {
    long frame = writer.claim(payload);
    if (frame == FrameWriter.FULL) {
      return false;
    }
    for (long at = 0; at + Long.BYTES <= payload; at += Long.BYTES) {
      writer.memory().set(ValueLayout.JAVA_LONG, FrameWriter.payload(frame) + at, FORGED);
    }
    writer.publish(frame, payload, KIND, 0xA5, 0xBEEF, number, ~number);
    return true;
  }

  private void read(long payload, long number) {
    assertTrue(reader.hasFrame());
    long header = reader.peek();
    assertEquals(KIND, FrameReader.kind(header));
    assertEquals(0xA5, FrameReader.flags(header));
    assertEquals(0xBEEF, FrameReader.handle(header));
    assertEquals(payload, FrameReader.payloadLength(header));
    assertEquals(number, reader.tag());
    assertEquals(~number, reader.data());
    for (long at = 0; at + Long.BYTES <= payload; at += Long.BYTES) {
      assertEquals(FORGED, reader.memory().get(ValueLayout.JAVA_LONG, reader.payload() + at));
    }
    reader.advance(header);
  }

  @Test
  void shouldShowNothingWhenEmpty() {
    assertFalse(reader.hasFrame());
    assertEquals(0, reader.peek());
  }

  private void acknowledged(int number) {
    assertTrue(reader.hasFrame());
    assertEquals(FrameReader.ACKNOWLEDGEMENT, reader.peek());
    assertEquals(number, reader.acknowledged());
    reader.advance(FrameReader.ACKNOWLEDGEMENT);
    assertFalse(reader.hasFrame());
    assertEquals(0, reader.peek());
  }

  @Test
  void shouldPassNumbersBehindFramesInNoRoom() {
    writer.acknowledge(0);
    acknowledged(0);
    while (write(8, 1)) {
      // until the ring is full
    }
    writer.acknowledge(0xff_ffff);
    assertEquals(FrameWriter.FULL, writer.claim(8));
    while (FrameReader.kind(reader.peek()) == KIND) {
      read(8, 1);
    }
    acknowledged(0xff_ffff);
  }

  @Test
  void shouldPassTheLastOfSeveralNumbersAndAnEqualOneAgain() {
    writer.acknowledge(1);
    writer.acknowledge(2);
    assertTrue(write(8, 1));
    read(8, 1);
    acknowledged(2);
    writer.acknowledge(2);
    acknowledged(2);
    assertTrue(write(8, 2));
    read(8, 2);
    assertFalse(reader.hasFrame());
  }

  @Test
  void shouldShowFrameOnlyWhenPublished() {
    long frame = writer.claim(8);
    assertFalse(reader.hasFrame());
    writer.publish(frame, 8, KIND, 0, 0, 1, 2);
    assertTrue(reader.hasFrame());
    assertEquals(8, FrameReader.payloadLength(reader.peek()));
  }

  @Test
  void shouldBeFullUntilRoomIsGivenBack() {
    int frames = 0;
    while (write(8, frames)) {
      frames++;
    }
    assertEquals(CAPACITY / 32 - 1, frames, "all but room for the next header");
    for (int i = 0; i < frames; i++) {
      read(8, i);
    }
    assertFalse(write(8, 99), "read, but not given back");
    reader.giveBack();
    assertTrue(write(8, 99));
    read(8, 99);
  }

  /** Payload words look like headers: if one is taken for a header, the numbers are wrong. */
  @Test
  void shouldNeverTakePayloadForHeader() {
    Random random = new Random(1);
    Queue<long[]> frames = new ArrayDeque<>();
    for (long number = 0; number < 200_000; number++) {
      long payload = random.nextLong(writer.maximumPayload() + 1);
      if (random.nextInt(3) > 0 && write(payload, number)) {
        frames.add(new long[] {payload, number});
      } else if (!frames.isEmpty()) {
        long[] first = frames.remove();
        read(first[0], first[1]);
        if (random.nextBoolean()) {
          reader.giveBack();
        }
      } else {
        assertFalse(reader.hasFrame() && reader.peek() != 0);
        reader.giveBack();
      }
    }
  }

  @Test
  void shouldTakeTheLargestFrameAtEveryPositionOfAnEmptyRing() {
    for (int start = 0; start < CAPACITY / 32; start++) {
      assertTrue(write(0, start));
      read(0, start);
      reader.giveBack();
      assertTrue(write(writer.maximumPayload(), start), "at frame " + start);
      read(writer.maximumPayload(), start);
      reader.giveBack();
    }
  }

  @Test
  void shouldForgetClaimThatIsNotPublished() {
    assertTrue(write(8, 1));
    long abandoned = writer.claim(200);
    for (long at = 0; at < 200; at += Long.BYTES) {
      writer.memory().set(ValueLayout.JAVA_LONG, FrameWriter.payload(abandoned) + at, FORGED);
    }
    read(8, 1);
    assertFalse(reader.hasFrame());
    assertTrue(write(8, 2));
    read(8, 2);
    assertEquals(0, reader.peek());
  }

  @Test
  void shouldRingOnlyForReaderThatArmed() {
    assertTrue(write(0, 1));
    assertFalse(writer.takeAlarm(), "deaf");
    reader.mayArm();
    assertTrue(write(0, 2));
    assertFalse(writer.takeAlarm(), "awake");
    reader.arm();
    assertTrue(write(0, 3));
    assertTrue(writer.takeAlarm());
    assertFalse(writer.takeAlarm(), "once");
  }

  @Test
  void shouldTellWriterOfRoomOnceThereIsSome() {
    while (write(200, 1)) {
      assertFalse(reader.takeWanted(), "nobody waits");
    }
    writer.wantRoom();
    assertFalse(reader.takeWanted(), "there is none yet");
    boolean mustLook = false;
    while (!mustLook) {
      reader.advance(reader.peek());
      mustLook = reader.giveBack();
    }
    assertTrue(reader.takeWanted());
    assertFalse(reader.takeWanted(), "once");
    assertTrue(write(0, 2));
  }

  @Test
  void shouldLookForAWaitingWriterBeforeAFullRingIsEmpty() {
    for (int start = 0; start < CAPACITY / 32; start++) {
      assertTrue(write(0, start));
      reader.advance(reader.peek());
      reader.giveBack();
      while (write(0, 1)) {
        assertFalse(reader.takeWanted());
      }
      writer.wantRoom();
      int looks = 0;
      for (long header = reader.peek(); header != 0; header = reader.peek()) {
        reader.advance(header);
        looks += reader.giveBack() && reader.takeWanted() ? 1 : 0;
      }
      assertEquals(1, looks, "starting at frame " + start);
    }
  }

  @Test
  void shouldOweMuchOnceAQuarterWentByThatWasNotGivenBack() {
    FrameRing small = ringOf(256);
    FrameWriter in = small.writer();
    FrameReader out = small.reader();
    for (int frame = 1; frame <= 4; frame++) {
      in.publish(in.claim(8), 8, 1, 0, 0, frame, 0);
      out.advance(out.peek());
      assertEquals(frame % 2 == 0, out.owesMuch(), "after frame " + frame + " of 32 bytes");
      if (out.owesMuch()) {
        out.giveBack();
        assertFalse(out.owesMuch());
      }
    }
  }

  @Test
  void shouldRefuseMemoryThatIsNoPowerOfTwo() {
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> new FrameRing(ByteBuffer.allocateDirect((int) FrameRing.bytesFor(1000))));
    assertTrue(thrown.getMessage().startsWith("memory.byteSize()=" + FrameRing.bytesFor(1000)));
  }

  @Test
  @Tag("long")
  void shouldCarryFramesBetweenThreads() throws Exception {
    int frames = 300_000;
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (long number = 0; number < frames; number++) {
                    while (!write(number % 25 * 8, number)) {
                      Thread.yield();
                    }
                  }
                });
    for (long number = 0; number < frames; number++) {
      while (reader.peek() == 0) {
        reader.giveBack();
        Thread.yield();
      }
      read(number % 25 * 8, number);
    }
    other.join();
    assertEquals(0, reader.peek());
  }

  @Test
  void shouldKeepHeaderApartFromTheNextLap() {
    for (int lap = 0; lap < 100; lap++) {
      assertTrue(write(writer.maximumPayload(), lap));
      assertTrue(write(0, lap));
      read(writer.maximumPayload(), lap);
      read(0, lap);
      reader.giveBack();
      assertEquals(0, reader.peek());
      assertNotEquals(FrameWriter.FULL, writer.claim(0));
    }
  }
}
