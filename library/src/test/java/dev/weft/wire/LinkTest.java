package dev.weft.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour of links that does not depend on the wire. */
class LinkTest {
  private static final long CAPACITY = 1024;

  @TempDir private Path folder;

  private final FrameRing there = FrameRing.inProcess(CAPACITY);
  private final FrameRing back = FrameRing.inProcess(CAPACITY);
  private final TestLink link = new TestLink(there, back);

  /** A link whose peer is the test. */
  private static final class TestLink extends Link {
    int wakeUps;
    boolean left;
    boolean lost;

    TestLink(FrameRing out, FrameRing in) {
      super("test://peer", out.writer(), in.reader(), 6, 7);
    }

    @Override
    protected void wakePeer() {
      wakeUps++;
    }

    @Override
    protected boolean hasPeerLeft() {
      return left;
    }

    @Override
    public boolean hasLostMemory() {
      return lost;
    }

    @Override
    public DirectPeer direct() {
      return null;
    }
  }

  private record TestPort(boolean losesMemory, Link... links) implements Port {
    @Override
    public String address() {
      return "test://own";
    }

    @Override
    public Link connect(String address) {
      return null;
    }

    @Override
    public boolean hasLinkChanges() {
      return false;
    }

    @Override
    public void forget(Link link) {}

    @Override
    public boolean dropLostMemory() {
      return losesMemory;
    }

    @Override
    public void close() {}
  }

  private static void write(FrameWriter out, int payload) {
    long frame = out.claim(payload);
    assertNotEquals(FrameWriter.FULL, frame);
    out.publish(frame, payload, 1, 0, 0, 0, 0);
  }

  private static int writeUntilFull(FrameWriter out) {
    int frames = 0;
    for (long frame = out.claim(0); frame != FrameWriter.FULL; frame = out.claim(0)) {
      out.publish(frame, 0, 1, 0, 0, 0, 0);
      frames++;
    }
    return frames;
  }

  @Test
  void shouldKnowItsPeer() {
    assertEquals("test://peer", link.peerAddress());
    assertEquals(6, link.refusals());
    assertNull(link.inProcessPeer(), "rings, unless the wire knows better");
    assertNull(link.memory(), "what is in direct reach");
    assertNull(link.peerMemory(0, 0));
  }

  @Test
  void shouldRingOnlyAPeerThatSleeps() {
    write(link.out(), 0);
    link.ring();
    assertEquals(0, link.wakeUps);
    there.arm();
    write(link.out(), 0);
    link.ring();
    link.ring();
    assertEquals(1, link.wakeUps);
  }

  @Test
  void shouldRingForRoomOnlyAPeerThatWantsIt() {
    FrameWriter peer = back.writer();
    int frames = writeUntilFull(peer);
    link.ringForRoom();
    assertEquals(0, link.wakeUps);
    peer.wantRoom();
    for (int frame = 0; frame < frames; frame++) {
      link.in().advance(link.in().peek());
    }
    link.in().giveBack();
    link.ringForRoom();
    link.ringForRoom();
    assertEquals(1, link.wakeUps);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeClosedOnceThePeerLeftOrWasBrokenOff(boolean broken) {
    assertFalse(link.isClosed());
    assertFalse(link.isLeaving());
    if (broken) {
      link.breakOff(ProtocolViolation.UNKNOWN_FRAME);
    } else {
      link.left = true;
    }
    assertTrue(link.isClosed());
    assertTrue(link.isLeaving());
  }

  /**
   * Of several reasons the first is kept, except that lost memory replaces others, as it causes
   * them.
   */
  @Test
  void shouldKeepTheReasonThatExplainsTheOthers() {
    assertNull(link.violation());
    link.breakOff(ProtocolViolation.UNKNOWN_FRAME);
    link.breakOff(ProtocolViolation.UNSOUND_FRAME);
    assertEquals(ProtocolViolation.UNKNOWN_FRAME, link.violation());
    link.breakOff(ProtocolViolation.MISSING_MEMORY);
    link.breakOff(ProtocolViolation.UNSOUND_FRAME);
    assertEquals(ProtocolViolation.MISSING_MEMORY, link.violation());
  }

  @Test
  void shouldBreakOffAPeerThatReadWhatWasNeverWritten() {
    writeUntilFull(link.out());
    link.out().memory().set(ValueLayout.JAVA_LONG, FrameLayout.HEAD, CAPACITY);
    assertEquals(FrameWriter.FULL, link.out().claim(0));
    assertEquals(ProtocolViolation.WRONG_POSITION, link.violation());
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindEachBreachByItsNumber(ProtocolViolation violation) {
    assertSame(violation, ProtocolViolation.of(violation.number()));
    Set<String> texts = new HashSet<>();
    for (ProtocolViolation each : ProtocolViolation.values()) {
      assertTrue(texts.add(each.text()), each.text());
    }
  }

  @Test
  void shouldFindNoBreachByANumberOfTheSystem() {
    assertNull(ProtocolViolation.of(0));
    assertNull(ProtocolViolation.of(1000));
  }

  @Test
  void shouldSayWhatWentWrongAndWhatToDo() {
    WireException thrown = new WireException(98, "address=x", "choose another");
    assertEquals(98, thrown.error());
    assertEquals("address=x", thrown.getMessage());
    assertEquals("choose another", thrown.hint());
  }

  @Test
  void shouldFindAFrameOfAnyLink() {
    TestLink other = new TestLink(there, FrameRing.inProcess(CAPACITY));
    TestPort port = new TestPort(false, other, link);
    assertFalse(LinkFaults.anyFrame(port));
    write(back.writer(), 0);
    assertTrue(LinkFaults.anyFrame(port));
  }

  @Test
  void shouldArmAndRingForRoomOnEveryLink() {
    FrameRing otherBack = FrameRing.inProcess(CAPACITY);
    TestLink other = new TestLink(there, otherBack);
    TestPort port = new TestPort(false, other, link);
    LinkFaults.arm(port);
    assertTrue(back.takeAlarm());
    assertTrue(otherBack.takeAlarm());
    for (FrameRing ring : new FrameRing[] {back, otherBack}) {
      ring.wantRoom();
      ring.headRelease(CAPACITY);
    }
    LinkFaults.ringForRoom(port);
    assertEquals(1, link.wakeUps);
    assertEquals(1, other.wakeUps);
  }

  /** A ring whose file the peer has truncated: each access faults. */
  private FrameRing cutRing() throws IOException {
    Path file = Files.createTempFile(folder, "ring", null);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer memory = channel.map(MapMode.READ_WRITE, 0, FrameRing.bytesFor(CAPACITY));
      FrameRing ring = new FrameRing(memory);
      channel.truncate(0);
      return ring;
    }
  }

  @Test
  void shouldGoOnWhereTheFaultIsOfALinkThatLostItsMemory() throws Exception {
    TestLink cut = new TestLink(there, cutRing());
    cut.lost = true;
    TestPort port = new TestPort(true, cut, link);
    assertTrue(LinkFaults.anyFrame(port), "the broken link is to be looked at");
    LinkFaults.arm(port);
    assertTrue(back.takeAlarm(), "behind the link that is cut");
    back.wantRoom();
    back.headRelease(CAPACITY);
    LinkFaults.ringForRoom(port);
    assertEquals(1, link.wakeUps, "behind the link that is cut");
  }

  @Test
  void shouldNotHideAFaultThatIsNoLinks() throws Exception {
    TestLink cut = new TestLink(there, cutRing());
    TestPort port = new TestPort(false, cut);
    assertThrows(InternalError.class, () -> LinkFaults.anyFrame(port));
    assertThrows(InternalError.class, () -> LinkFaults.arm(port));
    assertThrows(InternalError.class, () -> LinkFaults.ringForRoom(port));
  }
}
