package dev.weft.provider.fabric.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Errno;
import dev.weft.provider.fabric.Node;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.SilentListener;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A peer that violates the protocol: operations with it fail, and no other peer is affected. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ProtocolViolationsTest {
  private static final int LONG = 300_000;
  private static final int RTS = 2;
  private static final int ACKNOWLEDGEMENT = 3;
  private static final int WRITE_NOTICE = 4;
  private static final int CTS = 5;
  private static final int CHUNK = 6;
  private static final int END = 8;
  private static final int WRITE = 9;
  private static final int WRITE_ANNOUNCEMENT = 10;
  private static final int READ = 11;
  private static final int SHARE = 14;
  private static final int ATOMIC = 12;
  private static final int ATOMIC_FETCH = 13;

  /** An invalid frame with {@code payload} bytes, of which the first are a length. */
  record InvalidFrame(
      int kind, int flags, int handle, long tag, long data, int payload, long number) {
    static InvalidFrame of(int kind, int handle, long tag, long data) {
      return new InvalidFrame(kind, 0, handle, tag, data, 0, 0);
    }

    static InvalidFrame carrying(int kind, int payload, long number, long tag, long data) {
      return new InvalidFrame(kind, 0, 0, tag, data, payload, number);
    }
  }

  private final String fabric = Node.freshName();
  private final Node node = Node.openFar(fabric);
  private final Node honest = Node.openFar(fabric);
  private final Port port = Node.farWire(fabric).open("loopback://hostile", new SilentListener());
  private Link link;
  private int handle;
  private long transfer;

  /** Starts one send to the hostile peer, and one transfer from it. */
  @BeforeEach
  void becomePeers() {
    link = port.connect(new String(node.endpoint.name(), StandardCharsets.UTF_8));
    long toHostile = node.vector.insert("loopback://hostile".getBytes(StandardCharsets.UTF_8));
    assertEquals(0, node.endpoint.send(node.memory(LONG), LONG, toHostile, 1));
    handle = FrameReader.handle(take());
    assertEquals(0, node.endpoint.recv(node.memory(LONG), LONG, -1, 2));
    write(InvalidFrame.carrying(RTS, 8, LONG, 0, 0));
    node.progress();
    transfer = link.in().tag();
    take();
  }

  @AfterEach
  void close() {
    port.close();
    node.close();
    honest.close();
  }

  private long take() {
    long header = link.in().peek();
    link.in().advance(header);
    return header;
  }

  private void write(InvalidFrame invalid) {
    FrameWriter out = link.out();
    long frame = out.claim(invalid.payload);
    if (invalid.payload >= Long.BYTES) {
      out.memory().set(ValueLayout.JAVA_LONG, FrameWriter.payload(frame), invalid.number);
    }
    out.publish(
        frame,
        invalid.payload,
        invalid.kind,
        invalid.flags,
        invalid.handle,
        invalid.tag,
        invalid.data);
  }

  static Stream<InvalidFrame> invalidFrames() {
    return Stream.of(
        InvalidFrame.of(99, 0, 0, 0),
        InvalidFrame.of(RTS, 0, 0, 0),
        InvalidFrame.carrying(RTS, 8, -1, 0, 0),
        InvalidFrame.carrying(RTS, 16, 1, 0, 0),
        InvalidFrame.carrying(WRITE_NOTICE, 8, Long.MIN_VALUE, 0, 0),
        InvalidFrame.of(ACKNOWLEDGEMENT, 77, 0, 0),
        InvalidFrame.of(ACKNOWLEDGEMENT, 65_535, 0, 0),
        InvalidFrame.of(ACKNOWLEDGEMENT, 0, -1, 0),
        InvalidFrame.of(WRITE, 0, -1, 0),
        InvalidFrame.of(WRITE, 0, 1, 0),
        InvalidFrame.of(WRITE, 0, 1_000_000, 0),
        InvalidFrame.carrying(WRITE, 8, 0, 0, 0),
        InvalidFrame.carrying(WRITE, 24 * 9, 0, 9, 0),
        InvalidFrame.of(WRITE_ANNOUNCEMENT, 0, 1, 0),
        InvalidFrame.carrying(WRITE_ANNOUNCEMENT, 24, 0, 1, 0),
        InvalidFrame.carrying(WRITE_ANNOUNCEMENT, 32, 0, 1, 0),
        InvalidFrame.of(READ, 0, 1, 0),
        InvalidFrame.carrying(READ, 32, 0, 1, 0),
        InvalidFrame.of(SHARE, 0, 99, 0),
        InvalidFrame.of(END, 5, 99, 0),
        InvalidFrame.of(ATOMIC, 0, 0, 0),
        InvalidFrame.of(ATOMIC_FETCH, 0, 1, 0),
        InvalidFrame.carrying(ATOMIC, 8, 6L << 32 | 2, 0, 0),
        InvalidFrame.carrying(ATOMIC, 40, -1, 1, 0),
        InvalidFrame.carrying(ATOMIC_FETCH, 8, 99L << 32, 0, 0),
        InvalidFrame.carrying(ATOMIC_FETCH, 8, 6L << 32 | 2, Long.MAX_VALUE, 0),
        InvalidFrame.of(CTS, 77, 0, 1),
        InvalidFrame.of(CTS, 65_535, 0, 1));
  }

  @ParameterizedTest
  @MethodSource("invalidFrames")
  void shouldBreakTheLink(InvalidFrame frame) {
    write(frame);
    expectBroken();
  }

  @Test
  void shouldNotLetItPullMoreThanThereIs() {
    write(InvalidFrame.of(CTS, handle, 0, LONG + 1));
    expectBroken();
  }

  @Test
  void shouldNotLetItPullLessThanNothing() {
    write(InvalidFrame.of(CTS, handle, 0, -1));
    expectBroken();
  }

  @Test
  void shouldNotLetItPullTwice() {
    write(InvalidFrame.of(CTS, handle, 0, LONG));
    write(InvalidFrame.of(CTS, handle, 0, LONG));
    expectBroken();
  }

  @Test
  void shouldNotLetItAcknowledgeWhatIsBeingSent() {
    write(InvalidFrame.of(CTS, handle, 0, LONG));
    write(InvalidFrame.of(ACKNOWLEDGEMENT, handle, 0, 0));
    expectBroken();
  }

  @Test
  void shouldNotTakeAChunkOfAnotherTransfer() {
    write(InvalidFrame.carrying(CHUNK, 8, 0, transfer + 1, 0));
    expectBroken();
  }

  @Test
  void shouldNotTakeAChunkOfNoTransfer() {
    write(InvalidFrame.carrying(CHUNK, 8, 0, Long.MIN_VALUE, 0));
    expectBroken();
  }

  @Test
  void shouldNotTakeAChunkBehindAGap() {
    write(InvalidFrame.carrying(CHUNK, 8, 0, transfer, 8));
    expectBroken();
  }

  @Test
  void shouldNotTakeAChunkBeforeTheBuffer() {
    write(InvalidFrame.carrying(CHUNK, 8, 0, transfer, -8));
    expectBroken();
  }

  @Test
  void shouldNotTakeAnEmptyChunk() {
    write(InvalidFrame.carrying(CHUNK, 0, 0, transfer, 0));
    expectBroken();
  }

  @Test
  void shouldNotCopyFromNowhere() {
    writeShare(LONG + 1);
    expectBroken();
  }

  @Test
  void shouldFailWhatTheSenderDoesNotReallyShare() {
    writeShare(LONG);
    node.expectError(2, Errno.EFAULT);
  }

  private void writeShare(long size) {
    FrameWriter out = link.out();
    long frame = out.claim(32);
    for (int i = 0; i < 3; i++) {
      out.setWord(frame, 8L * i, 99);
    }
    out.setWord(frame, 24, size);
    out.publish(frame, 32, SHARE, 0, 0, transfer, 0);
  }

  @Test
  void shouldNotLetItEndWhatIsNotWhole() {
    write(InvalidFrame.of(END, 0, transfer, 0));
    expectBroken();
  }

  @Test
  void shouldNotTakeMoreThanItAskedFor() {
    int size = 30_000;
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        write(InvalidFrame.carrying(CHUNK, size, 0, transfer, (3 * i + j) * (long) size));
      }
      node.progress();
    }
    node.expectNothing();
    for (int j = 6; j < 9; j++) {
      write(InvalidFrame.carrying(CHUNK, size, 0, transfer, j * (long) size));
    }
    node.progress();
    node.expectNothing();
    write(InvalidFrame.carrying(CHUNK, size + 8, 0, transfer, 9L * size));
    expectBroken();
  }

  @Test
  void shouldFailWhatTheSenderLost() {
    write(InvalidFrame.of(END, Errno.EFAULT, transfer, 0));
    node.expectError(2, Errno.EFAULT);
    write(InvalidFrame.carrying(CHUNK, 8, 0, transfer, 0));
    node.expectError(1, Errno.EPROTO);
  }

  /** Fails unless pending operations fail once and the next peer is served. */
  private void expectBroken() {
    node.expectError(1, Errno.EPROTO);
    node.expectError(2, Errno.EPROTO);
    node.expectNothing();
    MemorySegment memory = node.memory(8);
    assertEquals(0, node.endpoint.recv(memory, 8, -1, 3));
    assertEquals(0, honest.endpoint.inject(honest.memory(8), 8, honest.handleOf(node)));
    node.expect(3);
    node.expectNothing();
  }
}
