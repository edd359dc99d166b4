package dev.weft.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of the other end's positions in a ring, and the room that a writer takes. */
class FrameBoundsTest {
  private static final long CAPACITY = 1024;
  private static final int UNSOUND_KIND = 254;

  private final FrameRing ring = FrameRing.inProcess(CAPACITY);
  private final FrameWriter writer = ring.writer();
  private final FrameReader reader = ring.reader();
  private final List<ProtocolViolation> breaches = new ArrayList<>();

  private void write(long payload) {
    long frame = writer.claim(payload);
    assertNotEquals(FrameWriter.FULL, frame);
    writer.publish(frame, payload, 1, 0, 0, 0, 0);
  }

  private void readAll() {
    for (long header = reader.peek(); header != 0; header = reader.peek()) {
      reader.advance(header);
    }
    reader.giveBack();
  }

  private void forgeHeader(long position, long size) {
    forgeHeader(position, size, 1);
  }

  private void forgeHeader(long position, long size, int kind) {
    long header = FrameLayout.header(size, 0, 0, kind);
    writer.memory().set(ValueLayout.JAVA_LONG, FrameLayout.FRAMES + position, header);
  }

  private void forgeHead(long head) {
    writer.onBreach(breaches::add);
    writer.memory().set(ValueLayout.JAVA_LONG, FrameLayout.HEAD, head);
  }

  private void fill() {
    long frame = writer.claim(0);
    for (; frame != FrameWriter.FULL; frame = writer.claim(0)) {
      writer.publish(frame, 0, 1, 0, 0, 0, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"24, 1", "1024, 1", "1, 254", "23, 254", "1025, 254", "4294967295, 254"})
  void shouldTakeNoFrameThatLeavesItsRing(long size, int kind) {
    forgeHeader(0, size);
    assertTrue(reader.hasFrame());
    assertEquals(kind, FrameReader.kind(reader.peek()));
  }

  @ParameterizedTest
  @CsvSource({"992, 1", "993, 254"})
  void shouldTakeNoFrameAcrossTheEndOfTheRing(long size, int kind) {
    write(0);
    readAll();
    forgeHeader(32, size);
    assertEquals(kind, FrameReader.kind(reader.peek()));
  }

  @Test
  void shouldRefusePaddingThatLeavesTheRing() {
    forgeHeader(0, CAPACITY + 1, FrameReader.PADDING);
    assertEquals(UNSOUND_KIND, FrameReader.kind(reader.peek()));
  }

  /** No room comes back for padding alone: a sender of it would find the ring full for ever. */
  @ParameterizedTest
  @CsvSource({"32, 254", "960, 254", "991, 254", "992, 0", "993, 254"})
  void shouldTakePaddingUpToTheEndOfTheRingOnly(long size, int kind) {
    write(0);
    readAll();
    forgeHeader(0, 0, 0);
    forgeHeader(32, size, FrameReader.PADDING);
    assertEquals(kind, FrameReader.kind(reader.peek()));
  }

  @Test
  void shouldGiveNoRoomForAHeadThatWasNeverWritten() {
    fill();
    forgeHead(CAPACITY);
    assertEquals(FrameWriter.FULL, writer.claim(0));
    assertEquals(List.of(ProtocolViolation.WRONG_POSITION), breaches);
  }

  @ParameterizedTest
  @ValueSource(longs = {-33, Long.MIN_VALUE})
  void shouldGiveNoRoomForAHeadOfLongAgo(long head) {
    fill(); // all except the room of the next header
    forgeHead(head);
    assertEquals(FrameWriter.FULL, writer.claim(0));
    assertEquals(List.of(ProtocolViolation.WRONG_POSITION), breaches);
  }

  /** The valid bounds of a reader's position: all frames read, or none of a whole lap. */
  @ParameterizedTest
  @CsvSource({"992, true", "-32, false"})
  void shouldAcceptTheNearestAndTheFarthestValidHead(long head, boolean room) {
    fill();
    forgeHead(head);
    assertEquals(room, writer.claim(0) != FrameWriter.FULL);
    assertEquals(List.of(), breaches);
  }

  @Test
  void shouldLeaveTheRestOfTheRingFree() {
    long free = CAPACITY - FrameLayout.FRAME_ALIGNMENT; // the next header
    assertEquals(FrameWriter.FULL, writer.claimLeaving(0, free - 31));
    long frame = writer.claimLeaving(0, free - 32);
    assertEquals(FrameLayout.FRAMES, frame);
    writer.publish(frame, 0, 1, 0, 0, 0, 0);
    assertEquals(FrameWriter.FULL, writer.claimLeaving(0, free - 63));
    assertNotEquals(FrameWriter.FULL, writer.claimLeaving(0, free - 64));
  }

  /** A frame that does not fit before the end takes that room as padding, and its own behind it. */
  @Test
  void shouldCountThePaddingBeforeTheEnd() {
    long step = writer.maximumPayload();
    for (int frame = 0; frame < 3; frame++) {
      write(step);
    }
    write(step - 32);
    readAll();
    assertEquals(FrameWriter.FULL, writer.claimLeaving(40, CAPACITY - 32 - 32 - 63));
    long frame = writer.claimLeaving(40, CAPACITY - 32 - 32 - 64);
    assertEquals(FrameLayout.FRAMES, frame, "at the start of the next lap");
  }

  /** The start of the ring still holds headers of the previous lap. */
  @Test
  void shouldShowNothingBehindThePaddingUntilItIsPublished() {
    for (int frame = 0; frame < 3; frame++) {
      write(writer.maximumPayload());
    }
    readAll();
    write(writer.maximumPayload() - 32);
    readAll();
    long frame = writer.claim(40);
    assertEquals(0, reader.peek());
    writer.publish(frame, 40, 1, 0, 0, 0, 0);
    assertEquals(40, FrameReader.payloadLength(reader.peek()));
  }

  @Test
  void shouldUseTheRoomUpToTheEndOfTheRing() {
    for (int frame = 0; frame < 3; frame++) {
      write(writer.maximumPayload());
    }
    readAll();
    long last = writer.claim(writer.maximumPayload());
    assertEquals(FrameLayout.FRAMES + CAPACITY * 3 / 4, last, "exactly the last quarter");
  }

  @Test
  void shouldLetTheLargestPayloadTakeAQuarter() {
    assertEquals(CAPACITY / 4 - 24, writer.maximumPayload());
  }

  @Test
  void shouldBeDrainedOnceAllRoomIsGivenBack() {
    assertTrue(writer.isDrained());
    write(8);
    assertFalse(writer.isDrained());
    reader.advance(reader.peek());
    assertFalse(writer.isDrained(), "read, but not given back");
    reader.giveBack();
    assertTrue(writer.isDrained());
  }

  @Test
  void shouldGiveBackOnlyWhatWasTakenSince() {
    assertFalse(reader.giveBack());
    for (int quarter = 0; quarter < 8; quarter++) {
      write(writer.maximumPayload());
      reader.advance(reader.peek());
      assertTrue(reader.giveBack(), "a quarter has gone by");
      assertFalse(reader.giveBack(), "nothing was taken since");
    }
  }

  @Test
  void shouldLookForAWaitingWriterOnlyAfterAQuarter() {
    write(0);
    reader.advance(reader.peek());
    assertFalse(reader.owesMuch());
    assertFalse(reader.giveBack(), "in the first quarter");
    write(writer.maximumPayload());
    write(writer.maximumPayload());
    reader.advance(reader.peek());
    reader.advance(reader.peek());
    assertTrue(reader.owesMuch(), "two quarters");
    assertTrue(reader.giveBack());
    assertFalse(reader.owesMuch());
  }

  @Test
  void shouldCarryWordsOfThePayload() {
    long frame = writer.claim(24);
    writer.setWord(frame, 0, 10);
    writer.setWord(frame, 8, 20);
    writer.setWord(frame, 16, -30);
    writer.publish(frame, 24, 1, 0, 0, 0, 0);
    assertNotEquals(0, reader.peek());
    assertEquals(List.of(10L, 20L, -30L), List.of(reader.word(0), reader.word(8), reader.word(16)));
  }
}
