package dev.weft.nic.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.Sharing;
import dev.weft.memory.GrantedMemory;
import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.FrameKinds;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.PeerHandles;
import dev.weft.nic.message.SourcePolicy;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.nic.transfer.ChunkReceiver;
import dev.weft.wire.DirectPeer;
import dev.weft.wire.FrameReader;
import dev.weft.wire.FrameRing;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SilentLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A heap that is full while a message is delivered: it is acknowledged and reported once each. */
class FullHeapDeliveryTest {
  private static final MachineLimits LIMITS = new MachineLimits(4, 4, 1, 4096, 1 << 16);
  private static final int ACKNOWLEDGED = FrameKinds.ACKNOWLEDGE_MATCH;
  private static final long SIZE = 16;
  private static final int SLOTS = 8;

  private final List<String> reports = new ArrayList<>();
  private final Reporter reporter = new Reporter();
  private final PeerLink link = new PeerLink();
  private final ControlQueue control = new ControlQueue();
  private final MemorySegment memory = Arena.ofAuto().allocate(1024);
  private final Receiver receiver =
      new Receiver(
          LIMITS,
          true,
          reporter,
          new SourcePolicy(new NoBook(), false, false, false),
          control,
          new ChunkReceiver());
  private final EagerFastPath fastPath = new EagerFastPath(receiver);

  private static final class NoBook implements PeerHandles {
    @Override
    public long version() {
      return 0;
    }

    @Override
    public long handleOf(String address) {
      return UNKNOWN;
    }
  }

  /** Finds no memory to report while it is starved. */
  private final class Reporter extends CompletionReporter {
    private boolean starved;
    private boolean failuresStarved;

    Reporter() {
      super(new CompletionRing(SLOTS, Sharing.SINGLE, null).writer(), null);
    }

    private static void allocate(boolean starved) {
      if (starved) {
        throw new OutOfMemoryError("as where the heap is full");
      }
    }

    @Override
    public void received(
        long context, long flags, long length, long buffer, long data, long tag, long source) {
      allocate(starved);
      reports.add(context + ": " + length);
    }

    @Override
    public void failed(CompletionFailure failure) {
      allocate(starved || failuresStarved);
      reports.add(failure.context() + " failed");
    }
  }

  /** Has one payload that can be pulled, which finds no memory to copy while it is starved. */
  private static final class Sender implements DirectPeer {
    private boolean starved;
    private boolean offered;

    @Override
    public boolean beginPull(int handle) {
      boolean begun = offered;
      offered = false;
      return begun;
    }

    @Override
    public void pull(int handle, long offset, MemorySegment destination, long at, long length) {
      Reporter.allocate(starved);
      destination.set(ValueLayout.JAVA_LONG, at, handle);
    }

    @Override
    public void endPull(int handle) {}

    @Override
    public void cancelPull(int handle) {
      offered = true;
    }

    @Override
    public GrantedMemory find(long key) {
      return null;
    }

    @Override
    public void touched(boolean written, long bytes) {}
  }

  /** Finds no memory to queue a frame while it is starved, if its ring is full. */
  private static final class PeerLink extends SilentLink {
    private static final long CAPACITY = 4096;

    private final Sender sender = new Sender();
    private boolean starved;
    private final FrameWriter peer;
    private final FrameReader answers;

    PeerLink() {
      this(FrameRing.inProcess(CAPACITY), FrameRing.inProcess(CAPACITY));
    }

    private PeerLink(FrameRing in, FrameRing out) {
      super("test://peer", in, out);
      peer = in.writer();
      answers = out.reader();
    }

    @Override
    public int hashCode() { // the map of queued frames asks for it
      if (starved) {
        throw new OutOfMemoryError("as where the heap is full");
      }
      return System.identityHashCode(this);
    }

    @Override
    public DirectPeer direct() {
      return sender;
    }

    void fill() {
      for (long frame = out().claim(0); frame != FrameWriter.FULL; frame = out().claim(0)) {
        out().publish(frame, 0, FrameKinds.CANCEL, 0, 0, 0, 0);
      }
    }

    /** The handles that were acknowledged since the last call. */
    List<Integer> acknowledged() {
      List<Integer> handles = new ArrayList<>();
      for (long header = answers.peek(); header != 0; header = answers.peek()) {
        if (FrameReader.kind(header) == FrameKinds.ACKNOWLEDGEMENT) {
          handles.add(FrameReader.handle(header));
        }
        answers.advance(header);
        answers.giveBack();
      }
      return handles;
    }
  }

  private void receive(long context, boolean multi) {
    PostedReceive receive = receiver.take();
    receive.buffers.add(memory, context * 64, 64);
    receive.source = PostedReceive.ANY_SOURCE;
    receive.context = context;
    receive.signaled = true;
    receive.multi = multi;
    withMemory(() -> receiver.post(receive, false));
  }

  /** Sends a message that begins with its handle. */
  private void send(int flags, int handle) {
    send(FrameKinds.MESSAGE, flags, handle);
  }

  private void send(int kind, int flags, int handle) {
    FrameWriter out = link.peer;
    long frame = out.claim(SIZE);
    out.setWord(frame, 0, handle);
    out.publish(frame, SIZE, kind, flags, handle, 0, 0);
  }

  /** Sends a message that its receiver copies, and that finds no memory for it. */
  private void announceWithoutMemory(int flags, int handle) {
    link.sender.offered = true;
    link.sender.starved = true;
    send(FrameKinds.RTS, flags, handle);
  }

  /** As a poll does: a frame that is not taken is taken by the next one. */
  private void take() {
    FrameReader in = link.in();
    for (long header = in.peek(); header != 0; header = in.peek()) {
      if (!fastPath.take(link, header)) {
        assertTrue(receiver.arrive(link, header, FrameReader.payloadLength(header)));
      }
      in.advance(header);
    }
    control.retry();
    receiver.kept.deliver();
  }

  private void pollWithoutMemory() {
    assertThrows(OutOfMemoryError.class, this::take);
  }

  private void poll() {
    withMemory(this::take);
  }

  /** JUnit would end with an error of this kind. */
  private static void withMemory(Runnable work) {
    try {
      work.run();
    } catch (OutOfMemoryError unexpected) {
      throw new AssertionError("it was not kept for later", unexpected);
    }
  }

  private long word(long offset) {
    return memory.get(ValueLayout.JAVA_LONG, offset);
  }

  private void expect(String... reported) {
    assertEquals(List.of(reported), reports);
    assertFalse(receiver.kept.hasWork());
  }

  @Test
  void shouldReportOnceThereIsMemory() {
    receive(1, false);
    receive(2, false);
    reporter.starved = true;
    send(ACKNOWLEDGED, 5);
    send(0, 6); // must not overtake
    pollWithoutMemory();
    reporter.starved = false;
    poll();
    expect("1: 16", "2: 16");
    assertEquals(5, word(64));
    assertEquals(6, word(128));
    assertEquals(List.of(5), link.acknowledged());
  }

  @Test
  void shouldAcknowledgeOnceThereIsMemory() {
    receive(1, false);
    receive(2, false);
    link.fill();
    link.starved = true;
    send(ACKNOWLEDGED, 5);
    pollWithoutMemory();
    link.starved = false;
    assertEquals(List.of(), link.acknowledged());
    poll();
    expect("1: 16");
    assertEquals(List.of(5), link.acknowledged());
  }

  /** The message arrived before the receive was posted. */
  @Test
  void shouldTakeAKeptMessageOnce() {
    send(ACKNOWLEDGED, 5);
    poll();
    reporter.starved = true;
    receive(1, false);
    pollWithoutMemory();
    reporter.starved = false;
    receive(2, false);
    poll();
    expect("1: 16");
    assertEquals(List.of(5), link.acknowledged());
  }

  @Test
  void shouldReportAPartOnce() {
    receive(1, true);
    reporter.starved = true;
    send(ACKNOWLEDGED, 5);
    pollWithoutMemory();
    reporter.starved = false;
    send(ACKNOWLEDGED, 6);
    poll();
    expect("1: 16", "1: 16");
    assertEquals(5, word(64));
    assertEquals(6, word(64 + SIZE));
    assertEquals(List.of(5, 6), link.acknowledged());
  }

  /** The end of the receive comes behind the part. */
  @Test
  void shouldEndAReceiveThatIsCancelledMeanwhile() {
    receive(1, true);
    reporter.starved = true;
    send(ACKNOWLEDGED, 5);
    pollWithoutMemory();
    withMemory(() -> assertTrue(receiver.cancel(1)));
    reporter.starved = false;
    reporter.failuresStarved = true;
    pollWithoutMemory();
    reporter.failuresStarved = false;
    poll();
    expect("1: 16", "1 failed");
  }

  @Test
  void shouldPullOnceThereIsMemory() {
    receive(1, false);
    receive(2, false);
    announceWithoutMemory(0, 5);
    pollWithoutMemory();
    expect();
    link.sender.starved = false;
    poll();
    expect("1: 16");
    assertEquals(5, word(64));
    assertEquals(List.of(5), link.acknowledged());
  }

  @Test
  void shouldPullAPartOnceThereIsMemory() {
    receive(1, true);
    announceWithoutMemory(0, 5);
    pollWithoutMemory();
    link.sender.starved = false;
    poll();
    expect("1: 16");
    assertEquals(5, word(64));
  }

  @Test
  void shouldTakeAClaimedMessageOnceThereIsMemory() {
    announceWithoutMemory(FrameKinds.TAGGED, 5);
    poll();
    receiver.peekClaim().peek(claim(), true, false);
    assertThrows(OutOfMemoryError.class, () -> receiver.peekClaim().takeClaimed(claim(), false));
    link.sender.starved = false;
    withMemory(() -> receiver.peekClaim().takeClaimed(claim(), false));
    expect("1: 16");
    assertEquals(5, word(64));
    for (int i = 0; i < LIMITS.receives(); i++) {
      assertNotNull(receiver.take(), "one is lost");
    }
  }

  private PostedReceive claim() {
    PostedReceive receive = receiver.take();
    receive.buffers.add(memory, 64, 64);
    receive.source = PostedReceive.ANY_SOURCE;
    receive.context = 1;
    receive.signaled = true;
    return receive;
  }

  @Test
  void shouldReleaseAllReservationsWhenItCloses() {
    receive(1, false);
    receive(2, true);
    reporter.starved = true;
    send(ACKNOWLEDGED, 5);
    pollWithoutMemory();
    receiver.close();
    assertTrue(reporter.queue().reserve(SLOTS), "a reservation is left");
    assertFalse(reporter.queue().reserve(1), "more is released than was reserved");
  }
}
