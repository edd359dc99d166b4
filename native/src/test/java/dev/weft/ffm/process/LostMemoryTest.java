package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arenas that are closed while an operation uses their memory, which is a mistake. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostMemoryTest {
  private static final long LENGTH = 4 << 20;
  private static final long START = 5;
  private static final long OTHER_START = 77;
  private static final long SEND = 1;
  private static final long RECEIVE = 2;
  private static final long KEY = 9;
  private static final int READS = 50;

  private final Side a = Side.open(Side.freshAddress());
  private final Side b = Side.open(Side.freshAddress());
  private final long peer = a.handleOf(b);
  private final Arena arena = Arena.ofShared();
  private long nextContext = 100;

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    arena.close();
  }

  static IntStream progress() {
    return IntStream.range(0, 8);
  }

  private MemorySegment content(Arena of, long start) {
    MemorySegment content = of.allocate(LENGTH);
    Pattern.write(start, content);
    return content;
  }

  private void send(MemorySegment content, long context) {
    a.post(b, () -> a.endpoint().send(content, content.byteSize(), peer, context));
  }

  private void receive(MemorySegment room, long context) {
    b.post(a, () -> b.endpoint().recv(room, room.byteSize(), FabricAddress.UNSPEC, context));
  }

  /** Both sides go on: messages are delivered in both directions. */
  private void exchange() {
    MemorySegment content = content(arena, START);
    long there = b.handleOf(a);
    for (int i = 0; i < 3; i++) {
      long context = nextContext;
      nextContext += 2;
      Area area = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
      receive(area.buffer(), context + 1);
      send(content, context);
      assertEquals(0, a.await(b, context).error());
      assertEquals(0, b.await(a, context + 1).error());
      area.check(START, LENGTH);
      Area back = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
      a.post(b, () -> a.endpoint().recv(back.buffer(), LENGTH, FabricAddress.UNSPEC, -context));
      b.post(a, () -> b.endpoint().send(content, LENGTH, there, -context - 1));
      assertEquals(0, a.await(b, -context).error());
      assertEquals(0, b.await(a, -context - 1).error());
      back.check(START, LENGTH);
    }
  }

  private void progressBoth() {
    for (int i = 0; i < READS; i++) {
      b.take();
      a.take();
    }
  }

  /** Other memory, which is likely to get the place of what was closed. */
  private void reusePlace() {
    for (int i = 0; i < 4; i++) {
      content(arena, OTHER_START);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFailTheSendOfMemoryClosedBeforeTheReceive(boolean reuse) {
    Arena lost = Arena.ofShared();
    send(content(lost, START), SEND);
    b.take();
    lost.close();
    if (reuse) {
      reusePlace();
    }
    MemorySegment room = arena.allocate(LENGTH);
    receive(room, RECEIVE);
    assertEquals(Errno.EFAULT, a.await(b, SEND).error());
    progressBoth();
    endReceive(room);
    exchange();
  }

  /** Cancels the receive if it is still there; it never is a success with wrong bytes. */
  private void endReceive(MemorySegment room) {
    if (!b.has(RECEIVE)) {
      assertEquals(0, b.endpoint().cancel(RECEIVE));
    }
    Report report = b.await(a, RECEIVE);
    assertTrue(report.error() != 0 || Pattern.isAt(START, room), report::toString);
  }

  /** One of the buffers is closed; the others are not. */
  @Test
  void shouldFailTheSendOfSeveralBuffersOfWhichOneIsClosed() {
    Arena lost = Arena.ofShared();
    MemorySegment kept = content(arena, START);
    IoVector vector = IoVector.of(kept, content(lost, START + LENGTH));
    a.post(b, () -> a.endpoint().sendv(vector, peer, SEND));
    lost.close();
    reusePlace();
    MemorySegment room = arena.allocate(2 * LENGTH);
    receive(room, RECEIVE);
    assertEquals(Errno.EFAULT, a.await(b, SEND).error());
    progressBoth();
    endReceive(room);
    exchange();
  }

  /** The receiver has asked, and the sender has not answered yet. */
  @Test
  void shouldFailTheSendOfMemoryClosedBeforeItsAnswer() {
    Arena lost = Arena.ofShared();
    MemorySegment room = arena.allocate(LENGTH);
    receive(room, RECEIVE);
    send(content(lost, START), SEND);
    b.take();
    lost.close();
    reusePlace();
    assertEquals(Errno.EFAULT, a.await(b, SEND).error());
    progressBoth();
    endReceive(room);
    exchange();
  }

  /** Nothing takes the place of a closed mapping, so what is read there is an error. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldFailTheReceiveOfWhatIsNotThere(int reads) {
    for (int round = 0; round < 5; round++) {
      Arena lost = Arena.ofShared();
      MemorySegment content = Memories.file(LENGTH, lost);
      Pattern.write(START, content);
      Area area = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
      receive(area.buffer(), RECEIVE);
      send(content, SEND);
      progress(reads);
      lost.close();
      a.await(b, SEND);
      progressBoth();
      endReceive(area.buffer());
      assertTrue(reads > 2 || b.only(RECEIVE).error() != 0, "there is nothing to receive");
      area.checkAround();
      a.forget();
      b.forget();
    }
    exchange();
  }

  private void progress(int reads) {
    for (int i = 0; i < reads; i++) {
      (i % 2 == 0 ? b : a).take();
    }
  }

  /** From the receive on the place may be read; nothing hangs, and others are not disturbed. */
  @ParameterizedTest
  @MethodSource("progress")
  void shouldOutliveAnArenaClosedUnderWay(int reads) {
    for (int round = 0; round < 10; round++) {
      Arena lost = Arena.ofShared();
      Area area = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
      receive(area.buffer(), RECEIVE);
      send(content(lost, START), SEND);
      progress(reads);
      lost.close();
      a.await(b, SEND);
      progressBoth();
      if (!b.has(RECEIVE)) {
        b.endpoint().cancel(RECEIVE);
      }
      b.await(a, RECEIVE);
      area.checkAround();
      a.forget();
      b.forget();
    }
    exchange();
  }

  /** The receiver copies in another thread while the arena is closed. */
  @Test
  void shouldOutliveAnArenaClosedDuringTheCopy() throws InterruptedException {
    for (int round = 0; round < 30; round++) {
      Arena lost = Arena.ofShared();
      Area area = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
      receive(area.buffer(), RECEIVE);
      send(content(lost, START), SEND);
      Thread copier = Thread.ofPlatform().start(this::takeUntilTheReceiveEnds);
      for (int i = 0; i < round; i++) {
        a.take();
      }
      lost.close();
      while (!a.has(SEND) || copier.isAlive()) {
        a.take();
        Thread.onSpinWait();
      }
      copier.join();
      a.only(SEND);
      area.checkAround();
      a.forget();
      b.forget();
    }
    exchange();
  }

  private void takeUntilTheReceiveEnds() {
    while (!b.has(RECEIVE)) {
      b.take();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFailTheReceiveWhoseMemoryIsClosedBeforeTheMessage(boolean several) {
    Arena lost = Arena.ofShared();
    MemorySegment closed = lost.allocate(LENGTH);
    Area kept = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
    IoVector vector = several ? IoVector.of(kept.buffer(), closed) : IoVector.of(closed);
    b.post(a, () -> b.endpoint().recvv(vector, FabricAddress.UNSPEC, RECEIVE));
    lost.close();
    MemorySegment content = arena.allocate(several ? 2 * LENGTH : LENGTH);
    Pattern.write(START, content);
    send(content, SEND);
    assertNotEquals(0, b.await(a, RECEIVE).error());
    a.await(b, SEND);
    kept.checkAround();
    exchange();
  }

  @ParameterizedTest
  @MethodSource("progress")
  void shouldEndTheWriteOfMemoryClosedUnderWay(int reads) {
    Area area = new Area(arena.allocate(LENGTH + Area.EXTRA), LENGTH, 0);
    try (MemoryRegion region = b.node().domain().register(area.buffer(), AccessFlags.REMOTE, KEY)) {
      Arena lost = Arena.ofShared();
      MemorySegment content = Memories.file(LENGTH, lost);
      Pattern.write(START, content);
      a.post(b, () -> a.endpoint().write(content, LENGTH, peer, 0, region.key(), SEND));
      progress(reads);
      lost.close();
      Report report = a.await(b, SEND);
      assertTrue(report.error() == 0 || report.error() == Errno.EFAULT, report::toString);
      assertTrue(report.error() != 0 || Pattern.isAt(START, area.buffer()), report::toString);
      MemorySegment right = content(arena, OTHER_START);
      a.post(b, () -> a.endpoint().write(right, LENGTH, peer, 0, region.key(), RECEIVE));
      assertEquals(0, a.await(b, RECEIVE).error());
      area.check(OTHER_START, LENGTH);
    }
    exchange();
  }

  @Test
  void shouldRefuseConfinedMemoryAndArrays() {
    try (Arena confined = Arena.ofConfined()) {
      MemorySegment array = MemorySegment.ofArray(new byte[(int) LENGTH]);
      for (MemorySegment refused : new MemorySegment[] {array, confined.allocate(LENGTH)}) {
        assertThrows(
            IllegalArgumentException.class, () -> a.endpoint().send(refused, LENGTH, peer, SEND));
        assertThrows(
            IllegalArgumentException.class,
            () -> b.endpoint().recv(refused, LENGTH, FabricAddress.UNSPEC, RECEIVE));
      }
    }
    exchange();
    assertEquals(0, a.reports(SEND).size() + b.reports(RECEIVE).size());
  }
}
