package dev.weft.provider.fabric.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.OwnShmFolder;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.process.ShmPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.Link;
import dev.weft.wire.Port;
import dev.weft.wire.ProtocolViolation;
import dev.weft.wire.SilentListener;
import dev.weft.wire.Wire;
import dev.weft.wire.shm.ShmWire;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A peer that violates the protocol: all operations with it fail with {@code FI_EPROTO} and a text
 * that names the violation.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ShmHostileTest {
  private static final long LONG_MESSAGE = 1 << 20;
  private static final long SHORT_MESSAGE = 4096;
  private static final int RTS = 2;
  private static final int ACKNOWLEDGEMENT = 3;
  private static final int WRITE = 9;
  private static final int NO_KIND = 200;
  private static final long NO_KEY = 4711;
  private static final long RANGE_BYTES = 24;
  private static final int MAX_ANSWERS = 300_000;
  private static final long SEND = 1;
  private static final long RECEIVE = 2;

  private final String fabric = "hostile " + ProcessHandle.current().pid();
  private Node victim;
  private Port hostile;
  private long handle;
  private Link link;

  private String address(String name) {
    return "shm://" + fabric + "/" + name;
  }

  /** Starts operations to the hostile peer, and from it. */
  @BeforeEach
  void meet() {
    victim = Node.open(fabric, ShmPeer.hints(address("victim")), WaitObject.NONE);
    ShmWire wire = new ShmWire(OwnShmFolder.current(), fabric, Wire.RING_BYTES);
    hostile = wire.open(address("hostile"), new SilentListener());
    handle = victim.vector.insert(address("hostile").getBytes(UTF_8));
    MemorySegment memory = victim.memory(LONG_MESSAGE);
    assertEquals(0, victim.endpoint.send(memory, LONG_MESSAGE, handle, SEND));
    Node.until(this::isMet);
    link = hostile.links()[0];
    long unspecified = FabricAddress.UNSPEC;
    assertEquals(0, victim.endpoint.recv(memory, LONG_MESSAGE, unspecified, RECEIVE));
    long frame = link.out().claim(Long.BYTES);
    link.out().setWord(frame, 0, LONG_MESSAGE);
    link.out().publish(frame, Long.BYTES, RTS, 0, 0, 0, 0);
    victim.progress();
    FrameReader in = link.in();
    in.advance(in.peek());
    assertEquals(0, FrameReader.payloadLength(in.peek()), "the victim asks for the message");
  }

  private boolean isMet() {
    boolean _ = hostile.hasLinkChanges(); // accepts pending connections
    return hostile.links().length == 1;
  }

  @AfterEach
  void part() {
    hostile.close();
    victim.close();
  }

  private void fails(ProtocolViolation violation, Consumer<FrameWriter> attack) {
    attack.accept(link.out());
    expect(SEND, violation);
    expect(RECEIVE, violation);
    victim.expectNothing();
  }

  private void expect(long context, ProtocolViolation violation) {
    victim.expectError(context, Errno.EPROTO);
    assertEquals(violation.number(), victim.error.providerError());
    assertEquals(violation.text(), victim.queue.strerror(victim.error.providerError()));
  }

  @Test
  void shouldSayThatAFrameHasAnImpossibleSize() {
    fails(
        ProtocolViolation.UNSOUND_FRAME,
        out -> out.memory().set(ValueLayout.JAVA_LONG, out.claim(0), 5L << 32 | 1));
  }

  @Test
  void shouldSayThatAFrameIsOfNoKind() {
    fails(
        ProtocolViolation.UNKNOWN_FRAME, out -> out.publish(out.claim(0), 0, NO_KIND, 0, 0, 0, 0));
  }

  @Test
  void shouldSayThatAFrameIsNotAllowed() {
    fails(
        ProtocolViolation.FORBIDDEN_FRAME,
        out -> out.publish(out.claim(0), 0, ACKNOWLEDGEMENT, 0, 77, 0, 0));
  }

  @Test
  void shouldSayThatThePeerReadsWhatIsNotWritten() {
    fails(
        ProtocolViolation.WRONG_POSITION,
        _ -> {
          link.in().memory().set(ValueLayout.JAVA_LONG, 0, Long.MAX_VALUE);
          fillTheRing();
        });
  }

  /** Each of its writes is answered, but it reads no answer. */
  @Test
  void shouldSayThatThePeerDoesNotListen() {
    fails(
        ProtocolViolation.FORBIDDEN_FRAME,
        out -> {
          for (int i = 0; i < MAX_ANSWERS; i++) {
            long frame = out.claim(RANGE_BYTES);
            if (frame == FrameWriter.FULL) {
              victim.progress();
            } else {
              out.setWord(frame, 0, NO_KEY);
              out.setWord(frame, Long.BYTES, 0);
              out.setWord(frame, 2 * Long.BYTES, 0);
              out.publish(frame, RANGE_BYTES, WRITE, 0, 0, 1, 0);
            }
          }
        });
  }

  /** Fills the ring, because the writer reads the reader's position only when it needs room. */
  private void fillTheRing() {
    MemorySegment memory = victim.memory(SHORT_MESSAGE);
    for (int sent = 0; link.violation() == null && sent < 10_000; sent++) {
      if (victim.endpoint.inject(memory, SHORT_MESSAGE, handle) != 0) {
        return;
      }
    }
  }
}
